import * as vscode from "vscode";

/** Settings of the extension, which the server does not know. */
const OWN = ["path", "trace.server"];

/** Returns the program to run: the setting `tosca.path`, or `tosca` of PATH. */
export function program(): string {
  const path = vscode.workspace.getConfiguration("tosca").get<string>("path", "");
  return path === "" ? "tosca" : path;
}

/** What helps where the program cannot be run. */
export const ADVICE = 'Install tosca, or set "tosca.path" to the program.';

/** Returns the settings that somebody chose, by the names that the server knows; defaults are the server's. */
export function chosen(names: readonly string[], scope?: vscode.Uri): Record<string, unknown> {
  const configuration = vscode.workspace.getConfiguration("tosca", scope);
  // The server takes an empty answer for no answer, and would keep the settings that it was started with.
  const values: Record<string, unknown> = { "no-config": false };
  for (const name of names.filter((name) => !OWN.includes(name))) {
    const places = configuration.inspect(name);
    const value = places?.workspaceFolderValue ?? places?.workspaceValue ?? places?.globalValue;
    // The settings editor writes an empty text, or null, where somebody cleared a field.
    if (value !== undefined && value !== null && value !== "") values[name] = value;
  }
  return values;
}
