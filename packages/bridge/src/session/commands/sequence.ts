// Several inputs over many ticks, in one command.

import type { Handlers } from "./index.js";
import { Going, stopsOf } from "./step.js";

export const sequence: Handlers<"sequence"> = {
  async sequence(session, call, given, { observeAt = [], stopOn, onChoice } = {}) {
    const entries = given.map(({ ticks, input }, index) => ({
      ticks,
      input: session.game.input.parse(input, `/0/${index}/input`),
    }));
    const observed = new Set(observeAt);
    const isDue = (offset: number) => observed.has(offset);
    const going = new Going(session, call, { ...(await stopsOf(session, stopOn, onChoice, "/1")), isDue });
    const requested = entries.reduce((sum, { ticks }) => sum + ticks, 0);
    let entry = 0;
    let endOffset = entries[0]?.ticks ?? 0;
    const place = () => ({ entry, ticksLeft: endOffset - going.stepped });
    return going.complete(
      requested,
      async () => {
        for (const [index, { ticks, input }] of entries.entries()) {
          if (index > 0) endOffset += ticks;
          entry = index;
          going.run.setAgentInput(call.seq, input, ticks);
          const reason = await going.advance(endOffset);
          if (reason !== undefined) return reason;
        }
        return undefined;
      },
      place,
    );
  },
};
