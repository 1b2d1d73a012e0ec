/** Returns a page with a picture. It loads nothing and runs only its one script, which reports clicks on nodes. */
export function page(picture: string, nonce: string): string {
  // The colors follow the editor, not the operating system.
  const dark = ":is(.vscode-dark, .vscode-high-contrast:not(.vscode-high-contrast-light)) {";
  const drawn = picture.replace("@media (prefers-color-scheme: dark) {", dark);
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'">
<style>
svg { max-width: 100%; height: auto } g:has(> title) { cursor: pointer } pre { white-space: pre-wrap }
.paper, .lb { fill: var(--vscode-editor-background) !important }
</style></head>
<body>${drawn}<script nonce="${nonce}">
const editor = acquireVsCodeApi();
const place = editor.getState();
if (place) scrollTo(place.x, place.y);
addEventListener("scroll", () => editor.setState({ x: scrollX, y: scrollY }));
addEventListener("click", (event) => {
  const title = event.target.closest("g:has(> title)")?.querySelector("title").textContent;
  if (title) editor.postMessage({ node: title.split(" · ")[0] });
});
</script></body></html>`;
}

/** Returns what a page shows instead of a picture that cannot be drawn. */
export function failure(file: string, reason: string): string {
  const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  // Flags are for the command line.
  const lines = reason.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("help: use `--"));
  return `<h3>The topology of ${escaped(file)} cannot be drawn</h3>
<pre>${escaped(lines.join("\n"))}</pre>
<p>When a file is saved, the topology is drawn again.</p>`;
}
