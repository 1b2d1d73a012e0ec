import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import * as path from "node:path";
import * as vscode from "vscode";
import { program } from "./program";
import { lineOfTemplate } from "./templates";

const panels = new Map<string, vscode.WebviewPanel>();

/** Shows the topology of a file beside its text. */
export async function showTopology(uri: vscode.Uri): Promise<void> {
  const known = panels.get(uri.toString());
  if (known !== undefined) {
    known.reveal(undefined, true);
    await draw(uri, known);
    return;
  }
  const title = `Topology of ${path.basename(uri.fsPath)}`;
  const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  const options = { enableScripts: true, localResourceRoots: [] };
  const panel = vscode.window.createWebviewPanel("tosca.topology", title, place, options);
  panels.set(uri.toString(), panel);
  panel.onDidDispose(() => panels.delete(uri.toString()));
  panel.webview.onDidReceiveMessage((message: { node?: unknown }) => {
    if (typeof message.node === "string") void goTo(uri, message.node);
  });
  await draw(uri, panel);
}

/** Draws the pictures again after a file was saved; any file can be imported by a drawn one. */
export async function redraw(): Promise<void> {
  await Promise.all([...panels].map(([uri, panel]) => draw(vscode.Uri.parse(uri), panel)));
}

async function draw(uri: vscode.Uri, panel: vscode.WebviewPanel): Promise<void> {
  const picture = await new Promise<string>((resolve) => {
    const cwd = path.dirname(uri.fsPath);
    const args = ["graph", "--format", "svg", "--", uri.fsPath];
    execFile(program(), args, { cwd, maxBuffer: 1 << 28 }, (error, out, err) => {
      resolve(error === null ? out : `<pre>${escape(err === "" ? error.message : err)}</pre>`);
    });
  });
  panel.webview.html = page(picture, randomBytes(16).toString("hex"));
}

async function goTo(uri: vscode.Uri, name: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const line = lineOfTemplate(document.getText(), name);
  if (line === undefined) return;
  const selection = document.lineAt(line).range;
  await vscode.window.showTextDocument(document, { selection, viewColumn: vscode.ViewColumn.One });
}

function escape(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}

/** Returns a page that loads nothing and runs only its one script. */
export function page(picture: string, nonce: string): string {
  return `<!DOCTYPE html>
<html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'">
<style>svg { max-width: 100%; height: auto } g:has(> title) { cursor: pointer }</style></head>
<body>${picture}<script nonce="${nonce}">
const editor = acquireVsCodeApi();
document.addEventListener("click", (event) => {
  const title = event.target.closest("g")?.querySelector("title")?.textContent;
  if (title) editor.postMessage({ node: title.split(" · ")[0] });
});
</script></body></html>`;
}
