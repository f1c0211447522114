// Candy Rush with a saboteur, as a page and as a module for Node: games that a detector must catch.

import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { SaboteurName } from "../../examples/candyrush-mock/src/saboteurs.js";

const source = fileURLToPath(new URL("../../examples/candyrush-mock/src", import.meta.url));

/** A page with the broken game, or with the whole one where `name` is undefined. */
export async function sabotagedPage(name?: SaboteurName): Promise<string> {
  const code = await bundle(`
    import { mount } from "@tickbridge/bridge";
    ${creation(name)}
    mount(createGame(), { autoStart: false });
  `);
  return `<!doctype html><title>broken</title><script type="module">${code.replaceAll("</script", "<\\/script")}</script>`;
}

/** An ES module for Node that exports `createGame`. */
export function sabotagedModule(name?: SaboteurName): Promise<string> {
  return bundle(`${creation(name)}\nexport { createGame };`);
}

function creation(name: SaboteurName | undefined): string {
  const game = name === undefined ? "createCandyrush()" : `sabotage(createCandyrush(), ${JSON.stringify(name)})`;
  return `
    import { createCandyrush } from "./game.ts";
    import { sabotage } from "./saboteurs.ts";
    function createGame() { return ${game}; }
  `;
}

async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: source, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
