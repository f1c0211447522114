import { build } from "esbuild"; import { brotliCompressSync } from "node:zlib"; 
const r = await build({ stdin: { contents: 'import { installBridge } from "./packages/bridge/dist/page/core.js"; installBridge()', resolveDir: "/work/main" }, bundle: true, minify: true, format: "esm", write: false, outfile:"/tmp/xx.js" });
console.log(r.outputFiles[0].contents.length, brotliCompressSync(r.outputFiles[0].contents).length);
