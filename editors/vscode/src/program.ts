import * as vscode from "vscode";

/** Returns the program to run: the setting `tosca.path`, or `tosca` of PATH. */
export function program(): string {
  const path = vscode.workspace.getConfiguration("tosca").get<string>("path", "");
  return path === "" ? "tosca" : path;
}
