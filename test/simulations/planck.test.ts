// planck: its own run verifies; every check that goes through a `load` made of its Serializer says that it is no way back.

import { expect, test } from "vitest";
import { doctorOn } from "./doctor-on.js";
import { createHeap } from "./planck-heap.js";
import { play, record, rewinds, type Script, verdicts } from "./played-run.js";

const script: Script<{ push: number }> = {
  seed: 777001,
  ticks: 240,
  holdTicks: 20,
  inputOf: (tick) => ({ push: [0, 1, -1, 0.5][(tick / 20) % 4] as number }),
};

test("a run of planck verifies as identical, in a fresh session and after another run", async () => {
  const replay = await record(createHeap("hashed only"), script);
  const { fresh, used } = await verdicts(() => createHeap("hashed only"), replay, script);
  expect(fresh).toMatchObject({ verdict: "identical", evidence: "state", hashesCompared: 6 });
  expect(used).toMatchObject({ verdict: "identical", restored: true });
  expect(
    await rewinds(createHeap("hashed only"), script, replay, [
      [100, 1],
      [150, 77],
    ]),
  ).toBe(true);
});

test("what its Serializer brings back is found by a self-check, with the path; the run is put back by simulation", async () => {
  const session = await play(createHeap("as the library saves"), script);
  const before = await session.hash();
  await expect(session.selfCheck(30)).rejects.toMatchObject({
    code: "DIVERGED",
    reply: {
      restored: true,
      divergence: {
        tick: 180,
        path: expect.stringMatching(/^\/world\//),
        message: expect.stringContaining("load does not"),
      },
    },
  });
  expect(await session.hash()).toMatchObject({ tick: 240, hash: before.hash });
  expect((await session.step(1)).tick).toBe(241);
  await session.close();
});

test("the doctor finds it where a state is loaded in place", async () => {
  const { exit, failed } = await doctorOn("planck-heap", 'createHeap("as the library saves")');
  expect(exit).toBe(1);
  expect(failed.map(({ examination }) => examination)).toEqual(["loads", "rewinds", "self-check"]);
  expect(failed[0]?.report?.difference.right).toMatch(/load does not bring back what save gave, first at \/world\//);
}, 600_000);

test("a world with equal bodies and without their contacts is equal where it is loaded, and found where it drifts", async () => {
  const { exit, failed } = await doctorOn("planck-heap", 'createHeap("by bodies in order")');
  expect(exit).toBe(1);
  const [first] = failed;
  expect(first?.report?.difference).toMatchObject({
    kind: "state",
    after: "tick",
    path: expect.stringMatching(/^\/bodies\//),
  });
  expect(first?.examination).toBe("loads");
}, 600_000);

test("hashed only, it passes, with warnings for the engine's maths", async () => {
  const { exit, failed, warnings } = await doctorOn("planck-heap", 'createHeap("hashed only")');
  expect({ exit, failed }).toEqual({ exit: 0, failed: [] });
  expect(warnings.join()).toMatch(/Math\.(sin|cos)/);
}, 600_000);
