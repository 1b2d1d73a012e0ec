import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import { buildSync } from "esbuild";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const { Registry, parseRawGrammar } = require("vscode-textmate");

/** Returns what a module without imports exports. */
function part(name) {
  const entryPoints = [new URL(`../src/${name}.ts`, import.meta.url).pathname];
  const [{ text }] = buildSync({ entryPoints, write: false, format: "cjs" }).outputFiles;
  const module = { exports: {} };
  new Function("module", text)(module);
  return module.exports;
}

test("files are recognized by their text", () => {
  const { isTosca } = part("recognize");
  for (const text of ["tosca_definitions_version: x", "# c\n\n'tosca_definitions_version' : x"]) assert.ok(isTosca(text));
  for (const text of ["", "a: tosca_definitions_version", "  tosca_definitions_version: x"]) assert.ok(!isTosca(text));
});

test("node templates have a line", () => {
  const { lineOfTemplate } = part("templates");
  const text = "inputs:\n  db: 1\nx:\n  node_templates:\n    web:\n      db: 1\n    'db': {}\n  other:\n    late: 1\n";
  assert.equal(lineOfTemplate(text, "web"), 4);
  assert.equal(lineOfTemplate(text, "db"), 6);
  assert.equal(lineOfTemplate(text, "late"), undefined);
});

test("calls are colored, escaped ones are not", async () => {
  await oniguruma.loadWASM(fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
  const raw = fs.readFileSync(new URL("../syntaxes/calls.json", import.meta.url), "utf8");
  const grammars = { "tosca.injection": raw, "source.yaml": '{ "scopeName": "source.yaml", "patterns": [] }' };
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope) => parseRawGrammar(grammars[scope], `${scope}.json`),
    getInjections: (scope) => (scope === "source.yaml" ? ["tosca.injection"] : undefined),
  });
  const grammar = await registry.loadGrammar("source.yaml");
  const scopes = (line) =>
    grammar.tokenizeLine(line, null).tokens.flatMap(({ startIndex, endIndex, scopes }) =>
      scopes.length > 1 ? [[line.slice(startIndex, endIndex), scopes.at(-1)]] : []);
  assert.deepEqual(scopes("a: { $get_input: b }"), [["$get_input", "support.function.tosca"]]);
  assert.deepEqual(scopes("a: { $$get_input: b }"), []);
  assert.deepEqual(scopes("node_types:"), [["node_types", "keyword.control.tosca"]]);
  assert.deepEqual(scopes("[ SELF, a ]"), [["SELF", "variable.language.tosca"]]);
});
