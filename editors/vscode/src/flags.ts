/** The settings that are also flags of `tosca graph`. */
const FLAGS = ["root", "profile-path", "import-path", "map-url", "function", "spec", "config", "no-config"];

/** Returns the flags of `tosca graph` that say the same as these settings. */
export function flags(settings: Readonly<Record<string, unknown>>): string[] {
  const known = Object.entries(settings).filter(([name]) => FLAGS.includes(name) || name.startsWith("max-"));
  return known.flatMap(([name, value]) => {
    if (typeof value === "boolean") return value ? [`--${name}`] : [];
    return texts(value).map((text) => `--${name}=${text}`);
  });
}

/** Returns the values of a setting: of a list, of a map from URLs to paths, or the only one. */
function texts(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === "object" && value !== null) return Object.entries(value).map(([url, path]) => `${url}=${path}`);
  return [String(value)];
}
