import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["out", "node_modules"] },
  { files: ["src/**/*.ts"], extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } } },
);
