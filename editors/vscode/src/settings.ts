import * as vscode from "vscode";

/** Settings of the extension, which the server does not know. */
const OWN = ["path", "trace.server"];

/** Returns the settings that somebody chose, by the names that the server knows; defaults are the server's. */
export function chosen(names: readonly string[], scope?: vscode.Uri): Record<string, unknown> {
  const configuration = vscode.workspace.getConfiguration("tosca", scope);
  const values: Record<string, unknown> = {};
  for (const name of names.filter((name) => !OWN.includes(name))) {
    const places = configuration.inspect(name);
    const value = places?.workspaceFolderValue ?? places?.workspaceValue ?? places?.globalValue;
    if (value !== undefined) values[name] = value;
  }
  return values;
}
