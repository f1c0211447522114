// Candy Rush with a saboteur, as a page and as a module for Node: games that a detector must catch.

import { fileURLToPath } from "node:url";
import type { SaboteurName } from "../../examples/candyrush-mock/src/saboteurs.js";
import { bundle } from "./test-pages.js";

const source = fileURLToPath(new URL("../../examples/candyrush-mock/src", import.meta.url));

/** A page with the broken game, or with the whole one where `name` is undefined. */
export async function sabotagedPage(name?: SaboteurName): Promise<string> {
  const code = await bundle(
    `
    import { mount } from "@tickbridge/bridge";
    ${creation(name)}
    mount(createGame(), { autoStart: false });
  `,
    source,
  );
  return `<!doctype html><title>broken</title><script type="module">${code.replaceAll("</script", "<\\/script")}</script>`;
}

/** An ES module for Node that exports `createGame`. */
export function sabotagedModule(name?: SaboteurName): Promise<string> {
  return bundle(`${creation(name)}\nexport { createGame };`, source);
}

function creation(name: SaboteurName | undefined): string {
  const game = name === undefined ? "createCandyrush()" : `sabotage(createCandyrush(), ${JSON.stringify(name)})`;
  return `
    import { createCandyrush } from "./game.ts";
    import { sabotage } from "./saboteurs.ts";
    function createGame() { return ${game}; }
  `;
}
