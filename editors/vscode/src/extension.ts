import * as vscode from "vscode";
import type { Location, Position } from "vscode-languageclient/node";
import { redraw, showTopology } from "./picture";
import { isTosca } from "./recognize";
import { Server } from "./server";
import { chosen } from "./settings";
import { SCHEME } from "./views";

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const manifest = context.extension.packageJSON as {
    contributes: { configuration: { properties: Record<string, unknown> } };
  };
  const names = Object.keys(manifest.contributes.configuration.properties).map((name) => name.slice("tosca.".length));
  const settings = (uri: vscode.Uri) => chosen(names, uri);
  const output = vscode.window.createOutputChannel("TOSCA");
  const current = (server = new Server(names, output));
  const command = vscode.commands.registerCommand;
  const considerAll = () => vscode.workspace.textDocuments.forEach((document) => consider(current, document));
  context.subscriptions.push(
    output,
    command("tosca.restart", () => current.restart()),
    command("tosca.checkWorkspace", () => checkWorkspace(current)),
    command("tosca.showOutput", () => output.show()),
    command("tosca.showTopology", async (uri?: vscode.Uri | string) => {
      const file = typeof uri === "string" ? vscode.Uri.parse(uri) : (uri ?? vscode.window.activeTextEditor?.document.uri);
      if (file !== undefined) await showTopology(file, settings);
    }),
    command("tosca.showReferences", (uri: string, position: Position, places: Location[]) =>
      showReferences(current, uri, position, places),
    ),
    command("tosca.explainRule", () => explain(current)),
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, current.views),
    vscode.workspace.onDidOpenTextDocument((document) => consider(current, document)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => consider(current, document)),
    vscode.workspace.onDidSaveTextDocument(() => redraw(settings)),
    vscode.window.onDidChangeActiveTextEditor(mark),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      // The client itself tells the server about the other settings.
      if (event.affectsConfiguration("tosca.path")) {
        await current.dispose();
        considerAll();
      }
      if (event.affectsConfiguration("tosca")) await redraw(settings);
    }),
  );
  considerAll();
  mark();
}

export async function deactivate(): Promise<void> {
  await server?.dispose();
}

/** Starts the server with the first TOSCA file. */
function consider(server: Server, document: vscode.TextDocument): void {
  if (document === vscode.window.activeTextEditor?.document) mark();
  if (!server.isStarted && isTosca(document)) void server.client();
}

let marked: boolean | undefined;

/** Sets what the button in the title depends on. */
function mark(): void {
  const document = vscode.window.activeTextEditor?.document;
  const now = document?.uri.scheme === "file" && isTosca(document);
  if (now !== marked) void vscode.commands.executeCommand("setContext", "tosca.active", now);
  marked = now;
}

/** Lets the server check all files again. */
async function checkWorkspace(server: Server): Promise<void> {
  const client = await server.demand();
  await client?.sendRequest("workspace/executeCommand", { command: "tosca.check" });
}

async function showReferences(server: Server, uri: string, position: Position, locations: Location[]): Promise<void> {
  const convert = (await server.client())?.protocol2CodeConverter;
  if (convert === undefined) return;
  const places = locations.map((location) => convert.asLocation(location));
  const at = [vscode.Uri.parse(uri), convert.asPosition(position)] as const;
  await vscode.commands.executeCommand("editor.action.showReferences", ...at, places);
}

/** Shows the page of a rule, by default of the finding at the cursor. */
async function explain(server: Server): Promise<void> {
  const rule = await vscode.window.showInputBox({ prompt: "Code or name of a rule, such as T0401", value: ruleAtCursor() });
  if (rule === undefined || rule === "" || (await server.demand()) === undefined) return;
  try {
    await vscode.commands.executeCommand("tosca.explain", rule);
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

function ruleAtCursor(): string {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return "";
  const findings = vscode.languages.getDiagnostics(editor.document.uri);
  const touched = findings.find(({ source, range }) => source === "tosca" && range.contains(editor.selection.active));
  return typeof touched?.code === "object" ? String(touched.code.value) : String(touched?.code ?? "");
}
