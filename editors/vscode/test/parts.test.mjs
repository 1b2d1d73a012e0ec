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

test("files are recognized by their language and text", () => {
  const { isTosca } = part("recognize");
  const is = (languageId, text) => isTosca({ languageId, getText: () => text });
  for (const text of ["tosca_definitions_version: x", "# c\n\n'tosca_definitions_version' : x"]) assert.ok(is("yaml", text));
  for (const text of ["", "a: tosca_definitions_version", "  tosca_definitions_version: x"]) assert.ok(!is("yaml", text));
  assert.ok(is("tosca", ""));
  assert.ok(!is("markdown", "tosca_definitions_version: x"));
});

test("settings are flags of the program that draws", () => {
  const { flags } = part("flags");
  const settings = { "profile-path": ["a", "b c"], "map-url": { "https://a.b/": "x" }, "no-config": true, strict: true, levels: { T04: "off" } };
  assert.deepEqual(flags(settings), ["--profile-path=a", "--profile-path=b c", "--map-url=https://a.b/=x", "--no-config"]);
  assert.deepEqual(flags({ "no-config": false, "max-files": 9, function: "f" }), ["--max-files=9", "--function=f"]);
});

test("a page has the colors of the editor, and a reason is escaped", () => {
  const { page, failure } = part("page");
  assert.ok(!page("@media (prefers-color-scheme: dark) { a }", "n").includes("prefers-color-scheme"));
  assert.match(failure("a&b.yaml", "<c>\nhelp: use `--d`\n"), /a&amp;b\.yaml[^]*<pre>&lt;c><\/pre>/);
});

test("calls in TOSCA files are colored, and nothing in other YAML files", async () => {
  await oniguruma.loadWASM(fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
  const read = (name) => fs.readFileSync(new URL(`../syntaxes/${name}.json`, import.meta.url), "utf8");
  const key = '{ "match": "[\\\\w$]+(?=:)", "name": "key" }';
  const grammars = {
    "tosca.file": read("file"),
    "tosca.calls": read("calls"),
    "source.tosca": read("tosca"),
    "source.yaml": `{ "scopeName": "source.yaml", "patterns": [${key}] }`,
  };
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope) => parseRawGrammar(grammars[scope], `${scope}.json`),
    getInjections: (scope) => ({ "source.yaml": ["tosca.file", "tosca.calls"], "source.tosca": ["tosca.calls"] })[scope],
  });
  const colored = async (scope, text) => {
    const grammar = await registry.loadGrammar(scope);
    let state = null;
    return text.split("\n").flatMap((line) => {
      const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
      state = ruleStack;
      const named = tokens.map(({ startIndex, endIndex, scopes }) => [line.slice(startIndex, endIndex), scopes.at(-1)]);
      return named.filter(([, name]) => !["meta.tosca", "source.tosca", "source.yaml"].includes(name));
    });
  };
  const calls = "a: { $get_input: b, c: [ SELF, d ] }\ne: $$f";
  const expected = [["a", "key"], ["$get_input", "support.function.tosca"], ["c", "key"], ["SELF", "variable.language.tosca"], ["e", "key"]];
  const version = "tosca_definitions_version";
  assert.deepEqual(await colored("source.yaml", `${version}: x\n${calls}`), [[version, "key"], ...expected]);
  assert.deepEqual(await colored("source.tosca", calls), expected);
  assert.deepEqual(await colored("source.yaml", "a: { $get_input: b, c: [ SELF, d ] }"), [["a", "key"], ["$get_input", "key"], ["c", "key"]]);
});
