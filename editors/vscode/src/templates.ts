/** Returns the line of the node template `name`, or `undefined` if no section `node_templates` has it. */
export function lineOfTemplate(text: string, name: string): number | undefined {
  let section: number | undefined;
  let entries: number | undefined;
  for (const [number, line] of text.split(/\r?\n/).entries()) {
    const key = /^( *)(?:"([^"]*)"|'([^']*)'|([^\s#"'][^#]*?))\s*:(?:\s|$)/.exec(line);
    if (key === null) continue;
    const indent = key[1]?.length ?? 0;
    const word = key[2] ?? key[3] ?? key[4];
    if (section !== undefined && indent <= section) section = entries = undefined;
    if (section === undefined) {
      if (word === "node_templates") section = indent;
      continue;
    }
    entries ??= indent;
    if (indent === entries && word === name) return number;
  }
  return undefined;
}
