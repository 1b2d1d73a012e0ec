import fs from "node:fs";

const root = new URL("../../../", import.meta.url);
const read = (file) => fs.readFileSync(new URL(file, root), "utf8");

/** Returns the settings that the server knows, from its source. */
export function known() {
  const entry = /\bkey\(\s*"([^"]+)",\s*SettingKind::(\w+)(?:\([^"]*?\))?,\s*Reach::(\w+),\s*"((?:[^"\\]|\\.)*)"/g;
  const keys = [...read("src/config/keys.rs").matchAll(entry)]
    .map(([, name, kind, reach, what]) => ({ name, kind, reach, what }))
    .filter(({ kind, reach }) => ["File", "Load", "Format"].includes(reach) && kind !== "PerPath");
  const [, names] = /const NAMES: \[&str; \d+\] = \[([^\]]*)\]/.exec(read("src/lsp/settings.rs"));
  const rows = Object.fromEntries(
    [...read("docs/editors.md").matchAll(/^\| `([\w-]+)` \| (.*) \|$/gm)].map(([, name, what]) => [name, what]),
  );
  const shown = [...names.matchAll(/"([^"]+)"/g)].map(([, name]) => ({ name, kind: "Switch", what: `Shows ${rows[name]}` }));
  const choice = [
    { name: "config", kind: "File", what: "Configuration for all files" },
    { name: "no-config", kind: "Switch", what: "Ignore all configuration files" },
  ];
  return [...keys, ...choice, ...shown];
}
