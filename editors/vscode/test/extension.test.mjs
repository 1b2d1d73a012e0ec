import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import Module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import test from "node:test";
import { known } from "./known.mjs";
import { edited, standin } from "./standin.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const manifest = JSON.parse(fs.readFileSync(here("../package.json"), "utf8"));
const built = ["release", "debug"].map((kind) => here(`../../../target/${kind}/tosca`));
const tosca = process.env.TOSCA ?? built.find((path) => fs.existsSync(path));
const skip = tosca === undefined && "no program: set TOSCA or build it";
const PLAIN = "name: x\n# tosca_definitions_version: y\nnested:\n  tosca_definitions_version: z\n";
const HEAD = "tosca_definitions_version: tosca_2_0\n";
const MISTAKE = `${HEAD}node_types:\n  T:\n    propertys:\n      p: { type: string }\n`;

/** Activates a new copy of the bundle. */
function activated(settings) {
  const editor = standin(settings);
  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? editor.vscode : load(name, ...rest));
  const require = createRequire(import.meta.url);
  const bundle = here("../out/extension.js");
  delete require.cache[bundle];
  const extension = require(bundle);
  Module._load = load;
  extension.activate({ subscriptions: [], extension: { packageJSON: manifest } });
  return { ...editor, extension };
}

async function until(condition) {
  for (let i = 0; i < 500; i += 1) {
    const value = condition();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new assert.AssertionError({ message: `never: ${condition}` });
}

test("the settings are those of the server", () => {
  const { properties } = manifest.contributes.configuration;
  const own = ["tosca.path", "tosca.trace.server"];
  const described = Object.entries(properties).filter(([name]) => !own.includes(name));
  assert.ok(known().length > 20);
  assert.deepEqual(
    described.map(([name, { markdownDescription, type, enum: words, minimum, maximum }]) => {
      const shape = { type: [type].flat()[0], enum: words, minimum, maximum };
      return [name, markdownDescription.split(".\n\n")[0], JSON.parse(JSON.stringify(shape))];
    }),
    known().map(({ name, what, shape }) => [`tosca.${name}`, what, shape]),
  );
});

test("the defaults are those of the server", { skip }, () => {
  const shown = execFileSync(tosca, ["check", "--no-config", "--show-settings", "."], { cwd: tmpdir(), encoding: "utf8" });
  const rows = [...shown.matchAll(/^([\w-]+) = (.*?)\s+# default$/gm)];
  const { properties } = manifest.contributes.configuration;
  const compared = rows.filter(([, name]) => properties[`tosca.${name}`]);
  assert.ok(compared.length > 10, shown);
  for (const [, name, value] of compared) assert.deepEqual(properties[`tosca.${name}`].default, JSON.parse(value), name);
});

test("what the manifest names exists", () => {
  const { contributes, icon } = manifest;
  const { commands, menus, walkthroughs, grammars, languages } = contributes;
  const steps = walkthroughs.flatMap(({ steps }) => steps);
  const media = steps.map(({ media }) => media.markdown ?? media.image);
  const files = [icon, ...media, ...grammars.map(({ path }) => path), ...languages.map(({ configuration }) => configuration)];
  for (const file of files) assert.ok(fs.existsSync(here(`../${file}`)), file);
  const names = commands.map(({ command }) => command);
  const linked = steps.flatMap(({ description }) => [...description.matchAll(/command:(tosca\.\w+)/g)].map(([, name]) => name));
  for (const name of [...linked, ...Object.values(menus).flat().map(({ command }) => command)]) assert.ok(names.includes(name), name);
  const { seen } = activated();
  for (const name of names) assert.ok(seen.commands[name], name);
});

test("another YAML file starts nothing; a missing program is reported once", async () => {
  const editor = activated({ path: "/nowhere/tosca" });
  const document = editor.open("file:///a.yaml", PLAIN);
  editor.change(document, `${PLAIN}more: 1\n`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual(editor.seen.errors, []);
  editor.change(document, HEAD);
  await until(() => editor.seen.errors.length > 0);
  editor.change(document, `${HEAD}# more\n`);
  editor.open("file:///b.yaml", HEAD);
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(editor.seen.errors.length, 1, editor.seen.errors.join("\n"));
  assert.match(editor.seen.errors[0], /tosca\.path/);
  await editor.seen.commands["tosca.showTopology"]("file:///b.yaml");
  assert.match(editor.seen.panels[0].webview.html, /b\.yaml cannot be drawn[^]*Cannot run "\/nowhere\/tosca"/);
});

test("a finding, a completion and a fix of the real server", { skip, timeout: 60_000 }, async () => {
  const editor = activated({ path: tosca });
  try {
    const document = editor.open("file:///tmp/tosca-standin/a.yaml", MISTAKE);
    const { seen, vscode } = editor;
    const token = new vscode.CancellationTokenSource().token;
    const findings = await until(() => [...seen.diagnostics.values()].find((list) => list.length > 0));
    assert.equal(findings.length, 1);
    assert.match(findings[0].message, /propertys/);
    const [actions] = await until(() => seen.providers.registerCodeActionsProvider);
    const range = findings[0].range;
    const list = await actions.provideCodeActions(document, range, { diagnostics: findings, triggerKind: 1 }, token);
    const fix = list.find((action) => action.edit?.edits.length > 0);
    const text = edited(MISTAKE, fix.edit.edits.flatMap(([, edits]) => edits));
    assert.equal(text, MISTAKE.replace("propertys", "properties"));
    const [completion] = await until(() => seen.providers.registerCompletionItemProvider);
    const given = await completion.provideCompletionItems(document, new vscode.Position(3, 4), token, { triggerKind: 0 });
    const labels = (given.items ?? given).map((item) => item.label.label ?? item.label);
    assert.ok(labels.includes("properties"), labels.join(" "));
  } finally {
    await editor.extension.deactivate();
  }
});

test("the topology: a picture beside findings, a click, a reason", { skip, timeout: 60_000 }, async () => {
  const editor = activated({ path: tosca });
  try {
    const { seen, vscode } = editor;
    const service = pathToFileURL(here("shop/service.yaml")).href;
    const document = editor.open(service, fs.readFileSync(here("shop/service.yaml"), "utf8"));
    await until(() => seen.providers.registerDocumentSymbolProvider);
    await seen.commands["tosca.showTopology"](service);
    const [panel] = seen.panels;
    assert.match(panel.webview.html, /<svg[^]*<title>orders · Databse<\/title>/);
    panel.webview.click({ node: "orders" });
    const selected = await until(() => vscode.window.activeTextEditor.selection);
    assert.equal(document.text.split("\n")[selected.start.line], "    orders:");
    const types = pathToFileURL(here("shop/types.yaml")).href;
    await seen.commands["tosca.showTopology"](vscode.Uri.parse(types));
    assert.match(seen.panels[1].webview.html, /types\.yaml cannot be drawn[^]*no service template/);
  } finally {
    await editor.extension.deactivate();
  }
});

test("the text of a built-in file", { skip, timeout: 60_000 }, async () => {
  const editor = activated({ path: tosca });
  try {
    const uri = { scheme: "tosca", toString: () => "tosca:/built-in/simple/2.0/node_types.yaml" };
    assert.match(await editor.seen.texts.provideTextDocumentContent(uri), /^ {2}tosca\.nodes\.Compute:$/m);
  } finally {
    await editor.extension.deactivate();
  }
});

test("the workspace is checked again on demand", { skip, timeout: 60_000 }, async () => {
  const folder = fs.mkdtempSync(join(tmpdir(), "tosca-again-"));
  const file = (name) => join(folder, name);
  fs.writeFileSync(file("b.yaml"), `${HEAD}node_types:\n  B: {}\n`);
  const editor = activated({ path: tosca });
  try {
    const { seen } = editor;
    editor.open(pathToFileURL(file("a.yaml")).href, `${HEAD}imports:\n  - b.yaml\nnode_types:\n  A: { derived_from: B }\n`);
    await until(() => seen.diagnostics.size > 0);
    fs.writeFileSync(file("b.yaml"), HEAD);
    await seen.commands["tosca.checkWorkspace"]();
    const findings = await until(() => [...seen.diagnostics.values()].find((list) => list.length > 0));
    assert.match(findings[0].message, /unknown node type `B`/);
  } finally {
    await editor.extension.deactivate();
    fs.rmSync(folder, { recursive: true });
  }
});
