// What the detectors are set upon: the tiny game in this process and in a page, and the example with its own saboteurs.

import { fileURLToPath } from "node:url";
import { launch } from "@tickbridge/driver";
import { createCandyrush } from "../../examples/candyrush-mock/src/game.js";
import { type SaboteurName, sabotage } from "../../examples/candyrush-mock/src/saboteurs.js";
import { sabotagedModule } from "../driver/sabotaged-game.js";
import { bundle } from "../driver/test-pages.js";
import type { Subject } from "./detectors.js";
import { createTinyGame, type Harm } from "./tiny-game.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const played = {
  ticks: 20,
  inputAt: (tick: number) => ({ move: (tick % 3) - 1 }),
  stop: "hpBelow:1",
  audit: "foes",
};

/** The tiny game in this process; whole without a saboteur. */
export function tinySubject(saboteur?: { readonly name: string; readonly harm: Harm }): Subject {
  return {
    ...played,
    open: () => launch<never>({ game: createTinyGame(saboteur?.harm) as never }, { journal: false }),
    module: () =>
      bundle(
        `
        import { createTinyGame } from "./tiny-game.ts";
        import { saboteurs } from "./saboteurs.ts";
        const harm = saboteurs.find(({ name }) => name === ${JSON.stringify(saboteur?.name ?? "")})?.harm;
        export const createGame = () => createTinyGame(harm);
      `,
        here,
      ),
  };
}

/** The tiny game in a page that `tinyPage` made. */
export function tinyPageSubject(url: string, name?: string): Subject {
  return {
    ...tinySubject(),
    open: () => launch<never>({ url: name === undefined ? url : `${url}?saboteur=${name}` }, { journal: false }),
  };
}

export async function tinyPage(): Promise<string> {
  const code = await bundle('import "./tiny-page.ts";', here);
  return `<!doctype html><title>tiny</title><body><script type="module">${code.replaceAll("</script", "<\\/script")}</script>`;
}

/** The example in this process, with one of its own saboteurs. */
export function exampleSubject(name?: SaboteurName): Subject {
  const create = () => (name === undefined ? createCandyrush() : sabotage(createCandyrush(), name));
  return {
    open: () => launch<never>({ game: create() as never }, { journal: false }),
    module: () => sabotagedModule(name),
    ticks: 95,
    inputAt: (tick) => ({ moveX: ((tick / 4) % 3) - 1, moveY: 1 }),
    stop: "hpBelow:1",
    audit: "vfx",
    onChoice: { startingWeapon: { action: "Pick", index: 0 }, levelup: { action: "Pick", index: 0 } },
  };
}
