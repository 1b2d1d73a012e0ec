const DECLARATION = /^(?:["']?)tosca_definitions_version(?:["']?)[ \t]*:/m;

/** Returns whether a document is TOSCA: by its language, or as YAML that declares a version of TOSCA at its root. */
export function isTosca(document: { languageId: string; getText(): string }): boolean {
  const { languageId } = document;
  return languageId === "tosca" || (languageId === "yaml" && DECLARATION.test(document.getText()));
}
