// Wall time in, whole ticks out.

import { expect, test } from "vitest";
import { FixedTickLoop, type RealTimePlay } from "./fixed-tick-loop.js";

interface CountedPlay extends RealTimePlay {
  speed: number;
  runsInRealTime: boolean;
  ticks: number;
}

function countedPlay(): CountedPlay {
  return {
    speed: 1,
    runsInRealTime: true,
    ticks: 0,
    realTimeTick() {
      this.ticks++;
    },
  };
}

test("a second of frames at any rate runs a second of ticks", () => {
  for (const framesPerSecond of [30, 60, 144]) {
    const loop = new FixedTickLoop(60);
    const play = countedPlay();
    for (let frame = 0; frame <= framesPerSecond; frame++) loop.advance((frame * 1000) / framesPerSecond, play);
    expect(Math.abs(play.ticks - 60)).toBeLessThanOrEqual(1);
  }
});

test("an hour in a hidden tab runs a quarter of a second of ticks, once", () => {
  const loop = new FixedTickLoop(60);
  const play = countedPlay();
  loop.advance(0, play);
  loop.advance(3_600_000, play);
  expect(play.ticks).toBe(15);
  loop.advance(3_600_001, play);
  expect(play.ticks).toBe(15);
});

test("the game's own catch-up limit holds", () => {
  const loop = new FixedTickLoop(60, 4);
  const play = countedPlay();
  loop.advance(0, play);
  loop.advance(10_000, play);
  expect(play.ticks).toBe(4);
});

test("time in which nobody may run is not owed afterwards", () => {
  const loop = new FixedTickLoop(60);
  const play = countedPlay();
  loop.advance(0, play);
  play.runsInRealTime = false;
  loop.advance(200, play);
  play.runsInRealTime = true;
  loop.advance(210, play);
  expect(play.ticks).toBe(0);
});

test("play that stops in the middle of a frame runs no further tick of it", () => {
  const loop = new FixedTickLoop(60);
  const play = countedPlay();
  play.realTimeTick = () => {
    play.ticks++;
    play.runsInRealTime = false;
  };
  loop.advance(0, play);
  loop.advance(100, play);
  expect(play.ticks).toBe(1);
});

test("speed multiplies wall time, and the limit with it", () => {
  const loop = new FixedTickLoop(60);
  const play = countedPlay();
  play.speed = 10;
  loop.advance(0, play);
  loop.advance(100, play);
  expect(play.ticks).toBe(60);
  play.speed = 0.5;
  loop.advance(200, play);
  expect(play.ticks).toBe(63);
});
