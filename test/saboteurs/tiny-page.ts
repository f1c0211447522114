// The page of the tiny game: `?saboteur=name` breaks it.

import { mount } from "@tickbridge/bridge";
import { pageSaboteurs } from "./page-saboteurs.js";
import { createTinyGame, type TinyWorld } from "./tiny-game.js";

const name = new URLSearchParams(location.search).get("saboteur");
const saboteur = pageSaboteurs.find((each) => each.name === name);
let live: (() => TinyWorld) | undefined;
const game = createTinyGame((tiny, read) => {
  live = read;
  return saboteur?.harm(tiny, read) ?? {};
});

function draw(): void {
  if (game.phase() === "running" && live !== undefined) saboteur?.render?.(live());
}

mount(game, { autoStart: false, render: draw });
