// Uses the packaged extension in code-server, with a browser; docs/contributing.md has how to run it.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const { CODE_SERVER, CHROMIUM = "/usr/bin/chromium", TOSCA, PICTURE } = process.env;
if (!CODE_SERVER || !TOSCA || !fs.existsSync(CHROMIUM)) {
  console.log("skipped: set CODE_SERVER to its out/node/entry.js, TOSCA to the program, and CHROMIUM");
  process.exit(0);
}
const { chromium } = createRequire(import.meta.url)("playwright-core");
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const { version } = JSON.parse(fs.readFileSync(here("../package.json"), "utf8"));
const home = fs.mkdtempSync(path.join(os.tmpdir(), "tosca-browser-"));
const folder = path.join(home, "shop");
const address = "127.0.0.1:8912";
const settings = {
  "tosca.path": TOSCA,
  "workbench.colorTheme": "Default Light Modern", "workbench.startupEditor": "none",
  "workbench.statusBar.visible": false, "breadcrumbs.enabled": false, "editor.minimap.enabled": false,
  "editor.accessibilitySupport": "off", "editor.fontSize": 12, "editor.stickyScroll.enabled": false, "git.enabled": false,
};

function files() {
  fs.cpSync(here("shop"), folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "plain.yaml"), "a: { $get_input: b }\n");
  fs.mkdirSync(path.join(home, "user/User"), { recursive: true });
  fs.writeFileSync(path.join(home, "user/User/settings.json"), JSON.stringify(settings));
}

async function server() {
  const common = ["--user-data-dir", path.join(home, "user"), "--extensions-dir", path.join(home, "extensions")];
  execFileSync("node", [CODE_SERVER, ...common, "--install-extension", here(`../tosca-${version}.vsix`)]);
  const flags = ["--auth", "none", "--disable-telemetry", "--disable-workspace-trust", "--bind-addr", address];
  const child = spawn("node", [CODE_SERVER, ...common, ...flags], { stdio: ["ignore", "pipe", "inherit"], detached: true });
  await new Promise((resolve) => child.stdout.on("data", (text) => `${text}`.includes("listening") && resolve()));
  return child;
}

/** The editor, as a person sees and uses it. */
class Editor {
  constructor(page) { this.page = page; }
  async open(name) {
    await this.page.dblclick(`.explorer-folders-view .monaco-list-row[aria-label^="${name}"]`);
    await this.page.waitForSelector(`.tab.active[data-resource-name="${name}"]`);
  }
  async command(name) {
    await this.page.keyboard.press("F1");
    await this.page.keyboard.type(name);
    await this.page.locator(".quick-input-list .monaco-list-row.focused", { hasText: name.split(": ")[1] }).waitFor();
    await this.page.keyboard.press("Enter");
  }
  async go(line, column) {
    await this.page.keyboard.press("Control+G");
    await this.page.keyboard.type(`${line}:${column}`);
    await this.page.locator(".quick-input-list .monaco-list-row.focused").waitFor();
    await this.page.keyboard.press("Enter");
  }
  async menu(keys, selector) {
    await this.page.waitForTimeout(1000);
    for (const key of keys) await this.page.keyboard.press(key);
    await this.page.locator(selector).first().waitFor();
    await this.page.waitForTimeout(500);
    return this.page.locator(selector).allInnerTexts();
  }
  hover() { return this.menu(["Control+K", "Control+I"], ".monaco-hover:not(.hidden) .hover-row"); }
  /** Returns the frame of a picture once it has `selector`, and has taken the place of the former one. */
  async picture(selector) {
    await this.page.waitForTimeout(1000);
    for (let i = 0; i < 100; i += 1) {
      for (const frame of this.page.frames()) if (await frame.$(selector).catch(() => null)) return frame;
      await this.page.waitForTimeout(100);
    }
    throw new Error(`no picture with ${selector}`);
  }
}

async function use(page) {
  const editor = new Editor(page);
  await page.goto(`http://${address}/?folder=${folder}`);
  await editor.open("plain.yaml");
  await page.waitForTimeout(2000);
  assert.equal(await page.locator(".codelens-decoration, .squiggly-error").count(), 0, "a YAML file that is not TOSCA");
  await page.locator(".tab.active .codicon-close").click();

  await editor.open("service.yaml");
  await page.locator(".squiggly-error").first().waitFor();
  await page.waitForTimeout(1000);
  await page.locator(".codelens-decoration a", { hasText: "show topology" }).click();
  await editor.picture("title:text('orders · Databse')");
  assert.equal(await page.locator(".squiggly-error").count(), 3);
  await page.locator(".tab", { hasText: "service.yaml" }).first().click();
  await page.keyboard.press("Control+B");
  await editor.go(22, 15);
  await page.mouse.move(300, 560);
  const rows = await editor.hover();
  if (PICTURE) await page.locator(".part.editor").screenshot({ path: PICTURE });
  assert.equal(rows.filter((row) => row.includes("unknown node type `Databse`")).length, 1, rows.join("\n"));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+B");

  const actions = await editor.menu(["Control+."], ".action-widget .monaco-list-row");
  assert.match(actions.join("\n"), /Write `Database`[^]*Hide `unknown-type`[^]*Explain/);
  await page.keyboard.press("Enter");
  await page.waitForTimeout(1000);
  assert.equal(await page.locator(".squiggly-error").count(), 2, "the finding is gone with its fix");
  await page.keyboard.press("Control+S");
  const picture = await editor.picture("title:text('orders · Database')");
  await picture.locator("g:has(> title)", { hasText: "machine" }).first().click();
  await page.locator(".view-line:near(.current-line)", { hasText: "machine" }).first().waitFor();

  await editor.go(31, 14);
  await page.keyboard.press("Enter");
  const offered = await editor.menu(["Control+Space"], ".suggest-widget .monaco-list-row");
  assert.ok(offered.length > 0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Z");

  await editor.open("types.yaml");
  await page.locator(".codelens-decoration", { hasText: "3 uses" }).waitFor();
  await page.waitForTimeout(1000);
  await page.locator(".codelens-decoration a", { hasText: "3 uses" }).click();
  await page.locator(".zone-widget .ref-tree").waitFor();
  await page.keyboard.press("Escape");
  const colors = page.locator(".view-line span span", { hasText: /^(node_types|Machine)$/ });
  const seen = await colors.evaluateAll((spans) => spans.map((span) => getComputedStyle(span).color));
  assert.ok(new Set(seen).size > 1, "keynames and types have different colors");

  fs.mkdirSync(path.join(folder, ".vscode"));
  fs.writeFileSync(path.join(folder, ".vscode/settings.json"), '{ "tosca.select": ["missing-description"] }');
  await page.locator(".squiggly-warning").first().waitFor();
  fs.writeFileSync(path.join(folder, ".vscode/settings.json"), "{}");
  await page.locator(".squiggly-warning").first().waitFor({ state: "detached" });
  await editor.command("TOSCA: Check the workspace again");
  await editor.command("TOSCA: Restart server");
  await editor.command("TOSCA: Explain rule");
  await page.locator(".quick-input-message", { hasText: "name of a rule" }).waitFor();
  await page.keyboard.type("unknown-type");
  await page.keyboard.press("Enter");
  await editor.picture("h1:text('unknown-type')");
}

files();
const child = await server();
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage({ viewport: { width: 1390, height: 580 } });
  page.setDefaultTimeout(20_000);
  await use(page).catch(async (error) => {
    await page.screenshot({ path: path.join(os.tmpdir(), "tosca-browser.png") });
    throw error;
  });
  console.log("passed");
} finally {
  await browser.close();
  // The server has children.
  process.kill(-child.pid);
  fs.rmSync(home, { recursive: true, force: true });
}
