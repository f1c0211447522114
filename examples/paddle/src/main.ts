// The page: arrow keys in, a canvas out.

import { mount } from "@tickbridge/bridge";
import { game, world } from "./game.js";

const held = new Set<string>();
addEventListener("keydown", ({ key }) => held.add(key));
addEventListener("keyup", ({ key }) => held.delete(key));
const sampleHardware = () => ({ move: Number(held.has("ArrowRight")) - Number(held.has("ArrowLeft")) });

const pen = document.querySelector("canvas")?.getContext("2d");
const render = () => {
  pen?.clearRect(0, 0, 320, 240);
  pen?.fillRect(world.paddleX - 20, 225, 40, 5);
  pen?.fillRect(world.ballX - 3, world.ballY - 6, 6, 6);
  pen?.fillText(`caught ${world.hits}, missed ${world.misses}`, 8, 14);
};

mount({ ...game, sampleHardware }, { render });
