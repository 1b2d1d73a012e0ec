import * as vscode from "vscode";
import type { BaseLanguageClient, StaticFeature } from "vscode-languageclient/node";

/** The scheme of documents whose text the server has: members of archives, and built-in files. */
export const SCHEME = "tosca";

/** Returns a URI as the server writes it: this editor drops empty authorities, and escapes more. */
export function spelled(uri: { scheme: string; toString(): string }): string {
  const text = uri.toString();
  return uri.scheme === SCHEME ? text.replace(/^tosca:\/(?!\/)/, "tosca:///").replace("%21/", "!/") : text;
}

/** Shows documents whose text the server has, which `vscode-languageclient` does not do yet. */
export class Views implements vscode.TextDocumentContentProvider, StaticFeature {
  readonly #changes = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changes.event;
  readonly #client: () => Promise<BaseLanguageClient | undefined>;

  constructor(client: () => Promise<BaseLanguageClient | undefined>) {
    this.#client = client;
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const client = await this.#client();
    const answer = await client?.sendRequest<{ text: string }>("workspace/textDocumentContent", {
      uri: client.code2ProtocolConverter.asUri(uri),
    });
    return answer?.text ?? "";
  }

  /** Lets the server say that a text changed. */
  listen(client: BaseLanguageClient): void {
    client.onRequest("workspace/textDocumentContent/refresh", ({ uri }: { uri: string }) => {
      this.#changes.fire(client.protocol2CodeConverter.asUri(uri));
      return null;
    });
  }

  fillClientCapabilities(capabilities: { workspace?: object }): void {
    capabilities.workspace = { ...capabilities.workspace, textDocumentContent: {} };
  }

  initialize(): void {}

  getState(): { kind: "static" } {
    return { kind: "static" };
  }

  clear(): void {}
}
