// The entry of game.mjs, for Node: the game without a page.

import { createCandyrush } from "./game.js";

export { createCandyrush };
export const game = createCandyrush();
