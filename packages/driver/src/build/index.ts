export { esbuildPlugin } from "./esbuild-plugin.js";
export type { Finding } from "./findings.js";
export type { BuildOptions } from "./options.js";
export { checkSource, type SourceCheck } from "./source-check.js";
export { vitePlugin } from "./vite-plugin.js";
