import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  RevealOutputChannelOn,
  type LanguageClientOptions,
} from "vscode-languageclient/node";
import { ADVICE, chosen, program } from "./settings";
import { SCHEME, spelled, Views } from "./views";

/** A client whose failures only this extension shows. */
class Client extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** The program `tosca lsp`, which is started when it is needed for the first time. */
export class Server implements vscode.Disposable {
  readonly views = new Views(() => this.client());
  readonly #settings: readonly string[];
  readonly #output: vscode.OutputChannel;
  #client: Promise<Client | undefined> | undefined;
  #isComplaining = false;

  constructor(settings: readonly string[], output: vscode.OutputChannel) {
    this.#settings = settings;
    this.#output = output;
  }

  /** Whether it was started, with success or without. */
  get isStarted(): boolean {
    return this.#client !== undefined;
  }

  /** Returns the client, after the start; `undefined` if the program could not be started, or ended. */
  async client(): Promise<Client | undefined> {
    const client = await (this.#client ??= this.#start());
    return client?.isRunning() === true ? client : undefined;
  }

  /** Starts the program again. */
  async restart(): Promise<Client | undefined> {
    await this.dispose();
    return this.client();
  }

  /** Returns the client for a command, which is a reason to try again. */
  async demand(): Promise<Client | undefined> {
    return (await this.client()) ?? this.restart();
  }

  async dispose(): Promise<void> {
    const former = this.#client;
    this.#client = undefined;
    const client = await former;
    if (client?.isRunning() === true) await client.stop();
    await client?.dispose().catch(() => undefined);
  }

  async #start(): Promise<Client | undefined> {
    let isReady = false;
    const client = new Client("tosca", "TOSCA", { command: program(), args: ["lsp"] }, {
      ...this.#options(),
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          if (isReady) this.#complain("The TOSCA server ended.", "Restart server");
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
    });
    client.registerFeature(this.views);
    this.views.listen(client);
    try {
      await client.start();
      isReady = true;
      return client;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#complain(`Cannot run "${program()} lsp" (${reason}). ${ADVICE}`, "Open settings");
      return undefined;
    }
  }

  #options(): LanguageClientOptions {
    return {
      documentSelector: ["file", "untitled", SCHEME].flatMap((scheme) => [
        { scheme, language: "yaml" },
        { scheme, language: "tosca" },
      ]),
      uriConverters: { code2Protocol: spelled, protocol2Code: (text) => vscode.Uri.parse(text) },
      outputChannel: this.#output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: chosen(this.#settings),
      initializationFailedHandler: () => false,
      middleware: {
        workspace: {
          configuration: ({ items }) =>
            items.map(({ scopeUri }) =>
              chosen(this.#settings, scopeUri === undefined ? undefined : vscode.Uri.parse(scopeUri)),
            ),
        },
        window: {
          showDocument: async (params, next) => {
            if (!params.uri.endsWith(".md")) {
              const shown = await next(params, new vscode.CancellationTokenSource().token);
              return shown instanceof Error ? { success: false } : shown;
            }
            await vscode.commands.executeCommand("markdown.showPreviewToSide", vscode.Uri.parse(params.uri));
            return { success: true };
          },
        },
      },
    };
  }

  /** Shows one message at a time; nothing waits for its answer. */
  #complain(text: string, remedy: "Restart server" | "Open settings"): void {
    this.#output.appendLine(text);
    if (this.#isComplaining) return;
    this.#isComplaining = true;
    void vscode.window.showErrorMessage(text, remedy, "Show output").then((choice) => {
      this.#isComplaining = false;
      if (choice === "Restart server") void this.restart();
      if (choice === "Open settings") void vscode.commands.executeCommand("workbench.action.openSettings", "tosca.path");
      if (choice === "Show output") this.#output.show();
    });
  }
}
