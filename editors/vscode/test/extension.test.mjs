import assert from "node:assert/strict";
import fs from "node:fs";
import Module, { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
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
  const server = known().map(({ name, what }) => [`tosca.${name}`, what]);
  assert.ok(server.length > 20);
  assert.deepEqual(
    described.map(([name, { description }]) => [name, description]),
    server,
  );
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
