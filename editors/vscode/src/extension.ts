import { execFile } from "node:child_process";
import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  RevealOutputChannelOn,
  type Location,
  type Position,
} from "vscode-languageclient/node";
import { redraw, showTopology } from "./picture";
import { program } from "./program";
import { isTosca } from "./recognize";
import { chosen } from "./settings";

let client: LanguageClient | undefined;
let starting: Promise<void> | undefined;
let failed = false;
let output: vscode.OutputChannel;
let settings: readonly string[];

/** A client whose failures only this extension shows. */
class Client extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

export function activate(context: vscode.ExtensionContext): void {
  const manifest = context.extension.packageJSON as {
    contributes: { configuration: { properties: Record<string, unknown> } };
  };
  settings = Object.keys(manifest.contributes.configuration.properties).map((name) => name.slice("tosca.".length));
  output = vscode.window.createOutputChannel("TOSCA");
  const command = vscode.commands.registerCommand;
  context.subscriptions.push(
    output,
    command("tosca.restart", restart),
    command("tosca.checkWorkspace", restart),
    command("tosca.showOutput", () => output.show()),
    command("tosca.showTopology", async (uri?: vscode.Uri | string) => {
      const file = typeof uri === "string" ? vscode.Uri.parse(uri) : (uri ?? vscode.window.activeTextEditor?.document.uri);
      if (file !== undefined) await showTopology(file);
    }),
    command("tosca.showReferences", showReferences),
    command("tosca.explainRule", explain),
    vscode.workspace.onDidOpenTextDocument(consider),
    vscode.workspace.onDidChangeTextDocument((event) => consider(event.document)),
    vscode.workspace.onDidSaveTextDocument(() => redraw()),
    vscode.window.onDidChangeActiveTextEditor(mark),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("tosca.path")) await restart();
      else if (event.affectsConfiguration("tosca")) await configure();
    }),
  );
  vscode.workspace.textDocuments.forEach(consider);
  mark();
}

export async function deactivate(): Promise<void> {
  await starting;
  await client?.stop();
  client = undefined;
}

function concerns(document: vscode.TextDocument): boolean {
  return ["yaml", "tosca"].includes(document.languageId) && isTosca(document.getText());
}

/** Starts the server with the first TOSCA file. */
function consider(document: vscode.TextDocument): void {
  if (document === vscode.window.activeTextEditor?.document) mark();
  if (client === undefined && !failed && concerns(document)) starting ??= start();
}

/** Sets what the button in the title depends on. */
function mark(): void {
  const document = vscode.window.activeTextEditor?.document;
  void vscode.commands.executeCommand("setContext", "tosca.active", document !== undefined && concerns(document));
}

async function start(): Promise<void> {
  const created = new Client(
    "tosca",
    "TOSCA",
    { command: program(), args: ["lsp"] },
    {
      documentSelector: [{ language: "yaml" }, { language: "tosca" }],
      outputChannel: output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: chosen(settings),
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          failed = true;
          void complain("the server ended");
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
      middleware: {
        workspace: {
          configuration: (params) =>
            params.items.map(({ scopeUri }) =>
              chosen(settings, scopeUri === undefined ? undefined : vscode.Uri.parse(scopeUri)),
            ),
        },
      },
    },
  );
  client = created;
  try {
    await created.start();
  } catch (error) {
    const reported = failed;
    failed = true;
    client = undefined;
    if (!reported) await complain(error instanceof Error ? error.message : String(error));
  } finally {
    starting = undefined;
  }
}

async function restart(): Promise<void> {
  await starting;
  const former = client;
  client = undefined;
  failed = false;
  if (former?.isRunning() === true) await former.stop();
  await former?.dispose().catch(() => undefined);
  vscode.workspace.textDocuments.forEach(consider);
  await starting;
}

async function configure(): Promise<void> {
  if (client?.isRunning() === true) {
    await client.sendNotification("workspace/didChangeConfiguration", { settings: { tosca: chosen(settings) } });
  }
}

let complaining = false;

/** Shows one message at a time; it waits for an answer, which nothing else waits for. */
function complain(reason: string): Promise<void> {
  output.appendLine(reason);
  if (complaining) return Promise.resolve();
  complaining = true;
  const text = `Cannot run "${program()} lsp" (${reason}). Install tosca, or set "tosca.path" to the program.`;
  void vscode.window.showErrorMessage(text, "Open settings", "Show output").then((choice) => {
    complaining = false;
    if (choice === "Open settings") void vscode.commands.executeCommand("workbench.action.openSettings", "tosca.path");
    if (choice === "Show output") output.show();
  });
  return Promise.resolve();
}

async function showReferences(uri: string, position: Position, locations: Location[]): Promise<void> {
  if (client === undefined) return;
  const convert = client.protocol2CodeConverter;
  const places = locations.map((location) => convert.asLocation(location));
  await vscode.commands.executeCommand(
    "editor.action.showReferences",
    vscode.Uri.parse(uri),
    convert.asPosition(position),
    places,
  );
}

async function explain(code?: string): Promise<void> {
  const rule = code ?? (await vscode.window.showInputBox({ prompt: "Code or name of a rule, such as T0401" }));
  if (rule === undefined || rule === "") return;
  const text = await new Promise<string>((resolve) => {
    execFile(program(), ["explain", "--", rule], (error, out, err) => resolve(error === null ? out : err || error.message));
  });
  const document = await vscode.workspace.openTextDocument({ language: "markdown", content: text });
  await vscode.window.showTextDocument(document, { preview: true, viewColumn: vscode.ViewColumn.Beside });
}
