// chess.js: no time at all. A tick is a move, the input names it, and a move that the rules refuse is ignored.

import { defineGame } from "@tickbridge/bridge";
import { Chess } from "chess.js";
import { expect, test } from "vitest";
import { play, record, rewinds, type Script, verdicts } from "./played-run.js";

/** Two players at one board. Its record is the state: a position alone does not know what has been on the board before. */
function createChess() {
  let board: Chess | undefined;
  const live = () => {
    if (board === undefined) throw new Error("no run");
    return board;
  };
  return defineGame({
    id: "chess",
    build: "chess.js-1.4",
    ticksPerSecond: 1,
    input: {
      jsonSchema: { type: "object", properties: { move: { type: ["string", "null"] } }, required: ["move"] },
    },
    neutralInput: { move: null } as { move: string | null },
    start() {
      board = new Chess();
    },
    tick({ move }) {
      if (move === null) return { ignored: "nobody moved" };
      try {
        live().move(move);
      } catch (thrown) {
        return { ignored: (thrown as Error).message };
      }
      return undefined;
    },
    phase: () => (board === undefined ? "menu" : board.isGameOver() ? "over" : "running"),
    snapshot: () => (board === undefined ? {} : { fen: board.fen(), turn: board.turn(), check: board.isCheck() }),
    availableActions: () => live().moves(),
    evaluate: () => ({
      done: live().isGameOver(),
      success: live().isCheckmate(),
      failed: false,
      score: live().history().length,
    }),
    save: () => live().pgn(),
    load(saved: string) {
      board = new Chess();
      board.loadPgn(saved);
    },
  });
}

const fools = ["f3", "e5", "g4", "Qh4#"];
const shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];

const script = (moves: readonly string[], ticks = moves.length): Script<{ move: string | null }> => ({
  seed: 1,
  ticks,
  holdTicks: 1,
  inputOf: (tick) => ({ move: moves[tick % moves.length] as string }),
});

test("a game of chess ends with its mate, verifies, and goes back move by move", async () => {
  const replay = await record(createChess(), script(fools, 9));
  expect(replay).toMatchObject({
    ticks: 4,
    evidence: "state",
    inputs: fools.map((move, index) => [index + 1, { move }]),
  });
  const { fresh, used } = await verdicts(createChess, replay, script(shuffle, 3));
  expect(fresh).toMatchObject({ verdict: "identical" });
  expect(used).toMatchObject({ verdict: "identical", restored: true });
  expect(
    await rewinds(createChess(), script(fools), replay, [
      [2, 1],
      [3, 3],
    ]),
  ).toBe(true);
});

test("a move that the rules refuse is ignored with their words, and stands in no snapshot", async () => {
  const session = await play(createChess(), script(["e4"]));
  await session.input({ move: "e4" });
  const { receipts, state } = await session.step(1);
  expect(receipts).toMatchObject([{ outcome: "ignored", reason: expect.stringContaining("e4") }]);
  expect(state).toMatchObject({ tick: 2, turn: "b" });
  await session.close();
});

test("a draw by repetition ends the game after eight moves, and verifies", async () => {
  const replay = await record(createChess(), script(shuffle, 12));
  expect(replay.ticks).toBe(8);
  expect((await verdicts(createChess, replay, script(fools, 2))).fresh).toMatchObject({ verdict: "identical" });
  const session = await play(createChess(), script(shuffle, 8));
  expect(await session.selfCheck(3)).toMatchObject({ verdict: "identical", state: { runState: "Over" } });
  await session.close();
});
