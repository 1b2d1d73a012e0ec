import fs from "node:fs";

const root = new URL("../../../", import.meta.url);
const read = (file) => fs.readFileSync(new URL(file, root), "utf8");

/** Returns the settings that the server knows, from its source and the schema of `tosca.toml`. */
export function known() {
  const entry = /\bkey\(\s*"([^"]+)",\s*SettingKind::(\w+)(?:\([^"]*?\))?,\s*Reach::(\w+),\s*"((?:[^"\\]|\\.)*)"/g;
  const { properties } = JSON.parse(read("spec-examples/tosca.schema.json"));
  const keys = [...read("src/config/keys.rs").matchAll(entry)]
    .filter(([, , kind, reach]) => ["File", "Load", "Format"].includes(reach) && kind !== "PerPath")
    .map(([, name, , , what]) => ({ name, what, shape: shape(properties[name]) }));
  const [, names] = /const NAMES: \[&str; \d+\] = \[([^\]]*)\]/.exec(read("src/lsp/settings.rs"));
  const rows = Object.fromEntries(
    [...read("docs/editors.md").matchAll(/^\| `([\w-]+)` \| (.*) \|$/gm)].map(([, name, what]) => [name, what]),
  );
  const switched = { type: "boolean" };
  const shown = [...names.matchAll(/"([^"]+)"/g)]
    .map(([, name]) => ({ name, what: `Shows ${rows[name]}`, shape: switched }));
  const choice = [
    { name: "config", what: "Configuration for all files", shape: { type: "string" } },
    { name: "no-config", what: "Ignore all configuration files", shape: switched },
  ];
  return [...keys, ...choice, ...shown];
}

/** Returns what the schema says about the values of a setting, as far as the settings editor shows it. */
function shape({ anyOf, $ref, enum: words, minimum, maximum, type }) {
  if (anyOf) return { type: "array" };
  if ($ref || type === "object") return { type: "object" };
  if (words) return { type: "string", enum: words };
  if (type !== "integer") return { type };
  // The settings editor cannot show greater numbers exactly.
  return { type, minimum, ...(maximum <= Number.MAX_SAFE_INTEGER && { maximum }) };
}
