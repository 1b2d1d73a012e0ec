const DECLARATION = /^(?:["']?)tosca_definitions_version(?:["']?)[ \t]*:/m;

/** Returns whether `text` declares a version of TOSCA at its root. */
export function isTosca(text: string): boolean {
  return DECLARATION.test(text);
}
