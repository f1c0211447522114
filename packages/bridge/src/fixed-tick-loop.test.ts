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

test.each([30, 60, 144, 240])("ten seconds of frames at %i Hz run 600 ticks", (framesPerSecond) => {
  const loop = new FixedTickLoop(60);
  const play = countedPlay();
  for (let frame = 0; frame <= 10 * framesPerSecond; frame++) loop.advance((frame * 1000) / framesPerSecond, play);
  expect(play.ticks).toBe(600);
});

test("frames that come unevenly run the same ticks", () => {
  const loop = new FixedTickLoop(60);
  const play = countedPlay();
  let nowMs = 0;
  for (let frame = 0; nowMs < 10_000; frame++) {
    loop.advance(nowMs, play);
    nowMs += [3, 40, 16.7, 8, 90][frame % 5] ?? 0;
  }
  loop.advance(10_000, play);
  expect(play.ticks).toBe(600);
});

test("an hour in a hidden tab, or of sleep, runs a quarter of a second of ticks, once", () => {
  const loop = new FixedTickLoop(60);
  const play = countedPlay();
  loop.advance(0, play);
  loop.advance(3_600_000, play);
  expect(play.ticks).toBe(15);
  loop.advance(3_600_001, play);
  expect(play.ticks).toBe(15);
});

test("a clock that jumps back owes nothing, and goes on from where it is", () => {
  const loop = new FixedTickLoop(60);
  const play = countedPlay();
  loop.advance(100_000, play);
  loop.advance(100_050, play);
  expect(play.ticks).toBe(3);
  loop.advance(5, play);
  loop.advance(Number.NaN, play);
  expect(play.ticks).toBe(3);
  loop.advance(10, play);
  loop.advance(60, play);
  expect(play.ticks).toBe(6);
});

test("ticks that take longer than they last never run more than the limit a frame", () => {
  const loop = new FixedTickLoop(60);
  const play = countedPlay();
  let nowMs = 0;
  play.realTimeTick = () => {
    play.ticks++;
    nowMs += 50;
  };
  loop.advance(nowMs, play);
  const ticksOfFrames: number[] = [];
  for (let frame = 0; frame < 20; frame++) {
    const before = play.ticks;
    nowMs += 16;
    loop.advance(nowMs, play);
    ticksOfFrames.push(play.ticks - before);
  }
  expect(Math.max(...ticksOfFrames)).toBe(15);
  // Once the ticks are fast again, nothing of the lost time is made up.
  play.realTimeTick = () => void play.ticks++;
  nowMs += 50;
  const before = play.ticks;
  loop.advance(nowMs, play);
  loop.advance(nowMs + 1000 / 60, play);
  expect(play.ticks - before).toBeLessThanOrEqual(16);
  loop.advance(nowMs + 2000 / 60, play);
  expect(play.ticks - before).toBeLessThanOrEqual(17);
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

test("a pause keeps the part of a tick that was owed, and gives no tick away however often it comes", () => {
  const loop = new FixedTickLoop(60);
  const play = countedPlay();
  let nowMs = 0;
  for (let pause = 0; pause < 100; pause++) {
    play.runsInRealTime = true;
    loop.advance(nowMs, play);
    nowMs += 10;
    loop.advance(nowMs, play);
    const { alpha } = loop;
    play.runsInRealTime = false;
    nowMs += 1000;
    loop.advance(nowMs, play);
    expect(loop.alpha).toBe(alpha);
  }
  // A hundred times ten milliseconds.
  expect(play.ticks).toBe(60);
});

test("ticks owed when play stopped in the middle of a frame are forgiven but for the one that was due", () => {
  const loop = new FixedTickLoop(60);
  const play = countedPlay();
  play.realTimeTick = () => {
    play.ticks++;
    play.runsInRealTime = false;
  };
  loop.advance(0, play);
  loop.advance(200, play);
  loop.advance(216, play);
  expect(loop.alpha).toBe(1);
  play.realTimeTick = () => void play.ticks++;
  play.runsInRealTime = true;
  loop.advance(232, play);
  expect(play.ticks).toBe(1);
  loop.advance(233, play);
  expect(play.ticks).toBe(2);
});

test("alpha is the part of the next tick that has gone by", () => {
  const loop = new FixedTickLoop(50);
  const play = countedPlay();
  const alphas = [0, 5, 10, 15, 20, 30].map((nowMs) => {
    loop.advance(nowMs, play);
    return Number(loop.alpha.toFixed(6));
  });
  expect(alphas).toEqual([0, 0.25, 0.5, 0.75, 0, 0.5]);
});

test("advance says whether a tap made before it is done with: not where no tick was due", () => {
  const loop = new FixedTickLoop(50);
  const play = countedPlay();
  expect([0, 5, 10, 20, 25].map((nowMs) => loop.advance(nowMs, play))).toEqual([true, false, false, true, false]);
  play.runsInRealTime = false;
  expect(loop.advance(30, play)).toBe(true);
  play.runsInRealTime = true;
  // The first call after a hold: nobody knows since when ticks may run.
  expect(loop.advance(100, play)).toBe(true);
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
