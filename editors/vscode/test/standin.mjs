import { pathToFileURL, fileURLToPath } from "node:url";

const event = () => {
  const listeners = new Set();
  const on = (listener, self) => {
    const bound = self ? listener.bind(self) : listener;
    listeners.add(bound);
    return { dispose: () => listeners.delete(bound) };
  };
  return { on, fire: (value) => [...listeners].forEach((listener) => listener(value)) };
};

class Position {
  constructor(line, character) { Object.assign(this, { line, character }); }
}
class Range {
  constructor(a, b, c, d) {
    [this.start, this.end] = typeof a === "number" ? [new Position(a, b), new Position(c, d)] : [a, b];
  }
}
class Uri {
  constructor(text) {
    const url = new URL(text);
    Object.assign(this, { text, scheme: url.protocol.slice(0, -1), authority: url.host, path: decodeURIComponent(url.pathname) });
  }
  get fsPath() { return fileURLToPath(this.text); }
  toString() { return this.text; }
  static parse(text) { return new Uri(text); }
  static file(path) { return new Uri(pathToFileURL(path).href); }
}
class WorkspaceEdit {
  edits = [];
  set(uri, edits) { this.edits.push([uri, edits.map((edit) => (Array.isArray(edit) ? edit[0] : edit))]); }
  replace(uri, range, newText) { this.edits.push([uri, [{ range, newText }]]); }
}
class CodeActionKind {
  constructor(value) { this.value = value; }
  append(part) { return new CodeActionKind(this.value === "" ? part : `${this.value}.${part}`); }
  contains(other) { return `${other.value}.`.startsWith(`${this.value}.`); }
}
for (const name of ["", "QuickFix", "Refactor", "Source"]) {
  CodeActionKind[name === "" ? "Empty" : name] = new CodeActionKind(name.toLowerCase());
}
class Diagnostic {
  constructor(range, message, severity) { Object.assign(this, { range, message, severity }); }
}
class CompletionItem {
  constructor(label) { this.label = label; }
}
class CompletionList {
  constructor(items, isIncomplete) { Object.assign(this, { items, isIncomplete }); }
}
class Selection extends Range {}
class SymbolInformation {}
class DocumentSymbol {
  children = [];
  constructor(name, detail, kind, range, selectionRange) { Object.assign(this, { name, detail, kind, range, selectionRange }); }
}
class CodeAction {
  constructor(title, kind) { Object.assign(this, { title, kind }); }
}
class TextEdit {
  constructor(range, newText) { Object.assign(this, { range, newText }); }
}

/** Returns a stand-in for the module `vscode`, and what a test can see and do with it. */
export function standin(settings = {}) {
  const seen = { errors: [], panels: [], diagnostics: new Map(), providers: {}, commands: {}, contexts: {} };
  const events = {};
  const documents = [];
  const on = (name) => (events[name] ??= event()).on;
  const nothing = { dispose() {} };
  class EventEmitter {
    #event = event();
    event = this.#event.on;
    fire = this.#event.fire;
    dispose() {}
  }
  class CancellationTokenSource {
    token = { isCancellationRequested: false, onCancellationRequested: () => nothing };
    cancel() {}
    dispose() {}
  }
  class Disposable {
    constructor(dispose) { this.dispose = dispose ?? (() => {}); }
    static from(...all) { return new Disposable(() => all.forEach((one) => one.dispose())); }
  }
  const fill = (known) =>
    new Proxy(known, {
      get(target, name) {
        if (name in target || typeof name !== "string") return target[name];
        if (name.startsWith("on")) return on(name);
        if (/^register/.test(name)) {
          return (...given) => {
            const provider = given.find((one) => one && Object.values(Object.getOwnPropertyNames(one)).some((key) => /^provide/.test(key)));
            (seen.providers[name] ??= []).push(provider);
            return nothing;
          };
        }
        return /^[A-Z]/.test(name) ? (target[name] = { [name]: class { constructor(...a) { this.given = a; } } }[name]) : undefined;
      },
    });
  const channel = () => fill({ append(text) { if (process.env.LOG) console.log(text); }, appendLine(text) { if (process.env.LOG) console.log(text); }, show() {}, clear() {}, replace() {}, dispose() {}, info() {}, error(text) { if (process.env.LOG) console.log(text); } });
  const vscode = fill({
    version: "1.91.0", Position, Range, Uri, WorkspaceEdit, CodeActionKind, CodeAction, CompletionItem, CompletionList, Diagnostic, TextEdit, EventEmitter, CancellationTokenSource, Disposable,
    Selection, SymbolInformation, DocumentSymbol,
    TextEditorRevealType: {},
    env: { language: "en", appName: "stand-in" },
    l10n: { t: (text) => text },
    ViewColumn: { One: 1, Beside: -2 },
    extensions: fill({ getExtension: () => undefined }),
    commands: {
      registerCommand: (name, run) => { seen.commands[name] = run; return nothing; },
      executeCommand: async (name, ...given) => {
        if (name === "setContext") seen.contexts[given[0]] = given[1];
        if (name !== "vscode.executeDocumentSymbolProvider") return undefined;
        const document = documents.find(({ uri }) => uri.toString() === given[0].toString());
        const [provider] = seen.providers.registerDocumentSymbolProvider;
        return provider.provideDocumentSymbols(document, new CancellationTokenSource().token);
      },
    },
    window: fill({
      activeTextEditor: undefined, visibleTextEditors: [],
      tabGroups: fill({ all: [] }),
      createOutputChannel: channel,
      createWebviewPanel: () => {
        const panel = fill({ webview: { onDidReceiveMessage(listener) { this.click = listener; } } });
        seen.panels.push(panel);
        return panel;
      },
      showTextDocument: async () => Object.assign(vscode.window.activeTextEditor, { revealRange() {} }),
      showErrorMessage: async (text) => { seen.errors.push(text); },
      withProgress: async (_, run) => run({ report() {} }, new CancellationTokenSource().token),
    }),
    languages: fill({
      match: (selector, document) => [selector].flat().some((one) => (one.language ?? one) === document.languageId) ? 10 : 0,
      createDiagnosticCollection: () => ({
        set: (uri, list) => seen.diagnostics.set(uri.toString(), list ?? []), delete() {}, clear() {}, dispose() {},
        get: () => [], has: () => false, forEach() {},
      }),
    }),
    workspace: fill({
      textDocuments: documents, notebookDocuments: [], workspaceFolders: undefined,
      fs: { isWritableFileSystem: () => true },
      getWorkspaceFolder: () => undefined,
      registerTextDocumentContentProvider: (_, provider) => { seen.texts = provider; return nothing; },
      createFileSystemWatcher: () => fill({ dispose() {} }),
      getConfiguration: () => ({
        get: (name, other) => settings[name] ?? other,
        inspect: (name) => ({ globalValue: settings[name] }),
      }),
    }),
  });
  const open = (uri, text, languageId = "yaml") => {
    const document = {
      uri: Uri.parse(uri), languageId, version: 1, isClosed: false, isDirty: false, fileName: uri, text,
      getText() { return this.text; },
    };
    documents.push(document);
    vscode.window.activeTextEditor = { document };
    vscode.window.visibleTextEditors = [vscode.window.activeTextEditor];
    const input = Object.assign(new vscode.TabInputText(), { uri: document.uri });
    vscode.window.tabGroups.all = [{ tabs: [{ input }] }];
    events.onDidOpenTextDocument?.fire(document);
    return document;
  };
  const change = (document, text) => {
    document.text = text;
    document.version += 1;
    events.onDidChangeTextDocument?.fire({ document, contentChanges: [{ text }] });
  };
  return { vscode, seen, open, change };
}

/** Returns `text` with `edits`. */
export function edited(text, edits) {
  const lines = text.split("\n");
  const offset = ({ line, character }) => lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, character);
  return [...edits]
    .sort((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce((now, { range, newText }) => now.slice(0, offset(range.start)) + newText + now.slice(offset(range.end)), text);
}
