// The command that brings a journalled run back. What it needs is loaded when it is first given.

import type { Handlers } from "./index.js";

export const journal: Handlers<"recover"> = {
  async recover(session, call, given) {
    const { recoverRun } = await import("../recovery.js");
    return recoverRun(session, call, given);
  },
};
