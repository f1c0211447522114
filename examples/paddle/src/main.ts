// The page: arrow keys in, a canvas out.

import { listenToKeys, mount } from "@tickbridge/bridge";
import { game, world } from "./game.js";

const keys = listenToKeys({ left: ["ArrowLeft"], right: ["ArrowRight"] });
const toInput = ({ left, right }: { left: number; right: number }) => ({ move: right - left });

const pen = document.querySelector("canvas")?.getContext("2d");
const render = () => {
  pen?.clearRect(0, 0, 320, 240);
  pen?.fillRect(world.paddleX - 20, 225, 40, 5);
  pen?.fillRect(world.ballX - 3, world.ballY - 6, 6, 6);
  pen?.fillText(`caught ${world.hits}, missed ${world.misses}`, 8, 14);
};

mount({ ...game, sampleHardware: () => toInput(keys.sample()) }, { render, keys });
