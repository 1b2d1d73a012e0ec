import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import * as path from "node:path";
import * as vscode from "vscode";
import { flags } from "./flags";
import { failure, page } from "./page";
import { ADVICE, program } from "./settings";

interface Picture {
  uri: vscode.Uri;
  panel: vscode.WebviewPanel;
  /** How often it was drawn; only the last drawing is shown. */
  drawings: number;
}

/** Returns the settings that somebody chose for a file. */
type Settings = (uri: vscode.Uri) => Record<string, unknown>;

const pictures = new Map<string, Picture>();

/** Shows the topology of a file beside its text. */
export async function showTopology(uri: vscode.Uri, settings: Settings): Promise<void> {
  const known = pictures.get(uri.toString());
  if (known !== undefined) {
    known.panel.reveal(undefined, true);
    await draw(known, settings);
    return;
  }
  const title = `Topology of ${path.basename(uri.fsPath)}`;
  const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  const options = { enableScripts: true, localResourceRoots: [] };
  const panel = vscode.window.createWebviewPanel("tosca.topology", title, place, options);
  const picture = { uri, panel, drawings: 0 };
  pictures.set(uri.toString(), picture);
  panel.onDidDispose(() => pictures.delete(uri.toString()));
  panel.webview.onDidReceiveMessage((message: { node?: unknown }) => {
    if (typeof message.node === "string") void goTo(uri, message.node);
  });
  await draw(picture, settings);
}

/** Draws the pictures again; any file can be imported by a drawn one. */
export async function redraw(settings: Settings): Promise<void> {
  await Promise.all([...pictures.values()].map((picture) => draw(picture, settings)));
}

async function draw(picture: Picture, settings: Settings): Promise<void> {
  const { uri, panel } = picture;
  const drawing = (picture.drawings += 1);
  const cwd = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? path.dirname(uri.fsPath);
  // Messages then name the file as the editor does.
  const file = path.relative(cwd, uri.fsPath);
  const args = ["graph", "--format=svg", ...flags(settings(uri)), "--", file];
  const body = await new Promise<string>((resolve) => {
    execFile(program(), args, { cwd, maxBuffer: 1 << 28 }, (error, out, err) => {
      // A file with findings has a picture too.
      const reason = error?.code === "ENOENT" ? `Cannot run "${program()}". ${ADVICE}` : err;
      resolve(out === "" ? failure(file, reason) : out);
    });
  });
  if (drawing === picture.drawings && pictures.has(uri.toString())) {
    panel.webview.html = page(body, randomBytes(16).toString("hex"));
  }
}

/** Selects the name of a node template in the text. */
async function goTo(uri: vscode.Uri, name: string): Promise<void> {
  const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  const editor = await vscode.window.showTextDocument(uri, { viewColumn: shown?.viewColumn ?? vscode.ViewColumn.One });
  const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>(
    "vscode.executeDocumentSymbolProvider",
    uri,
  );
  const services = (symbols ?? []).filter((symbol) => ["service_template", "topology_template"].includes(symbol.name));
  const below = (above: vscode.DocumentSymbol[], name: string) =>
    above.flatMap(({ children }) => children).filter((symbol) => symbol.name === name);
  const template = below(below(services, "node_templates"), name)[0];
  if (template === undefined) return;
  editor.selection = new vscode.Selection(template.selectionRange.start, template.selectionRange.end);
  editor.revealRange(template.range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
