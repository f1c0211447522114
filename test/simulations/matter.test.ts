// Matter.js: its run verifies and is rewound by simulation; its counters and its maths are found.

import { expect, test } from "vitest";
import { doctorOn } from "./doctor-on.js";
import { createBoxes } from "./matter-boxes.js";
import { play, record, rewinds, type Script, verdicts } from "./played-run.js";

const script: Script<{ push: number }> = {
  seed: 777001,
  ticks: 300,
  holdTicks: 20,
  inputOf: (tick) => ({ push: [1, 0, -1, 0.5][(tick / 20) % 4] as number }),
};
const replay = await record(createBoxes(), script);

test("a run of Matter.js verifies as identical, in a fresh session and after another run", async () => {
  expect(replay).toMatchObject({ ticks: 300, evidence: "state" });
  const { fresh, used } = await verdicts(createBoxes, replay, script);
  expect(fresh).toMatchObject({ verdict: "identical", evidence: "state", hashesCompared: 7 });
  expect(used).toMatchObject({ verdict: "identical" });
});

test("without load it goes back by simulating again, and no byte of the replay changes", async () => {
  const goings = [
    [50, 1],
    [120, 70],
    [200, 200],
  ] as const;
  expect(await rewinds(createBoxes(), script, replay, goings)).toBe(true);
  const session = await play(createBoxes(), script);
  expect(await session.selfCheck(120)).toMatchObject({ verdict: "identical" });
  await session.close();
});

test("with its counters left as they were, the second run differs from the first before tick 1", async () => {
  const session = await play(createBoxes({ leaky: true }), script);
  const { verdict, divergence } = await session.loadReplay(await session.exportReplay());
  expect({ verdict, divergence }).toMatchObject({ verdict: "diverged", divergence: { tick: 0 } });
  await session.close();
});

test("the doctor passes it with warnings for the engine's maths, and finds counters that outlive a run", async () => {
  const whole = await doctorOn("matter-boxes", "createBoxes()");
  expect({ exit: whole.exit, failed: whole.failed }).toEqual({ exit: 0, failed: [] });
  expect(whole.warnings.join()).toMatch(/Math\.(sin|cos) in tick/);
  const { exit, failed } = await doctorOn("matter-boxes", "createBoxes({ leaky: true })");
  expect(exit).toBe(1);
  expect(failed[0]).toMatchObject({ report: { difference: { tick: 0, after: "start", path: "/bodies/0/id" } } });
}, 600_000);
