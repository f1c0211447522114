// Places of scripts become places of sources where a map says how, and stay as they are where none does.

import type { DeterminismWarning, Reply } from "@tickbridge/bridge/protocol";
import { expect, test } from "vitest";
import { SourcePlaces } from "./source-places.js";

/** The first column of the first line of `script.js` is line 3, column 5 of the source. */
const map = JSON.stringify({ version: 3, sources: ["../src/game.ts"], names: [], mappings: "AAEI" });
const texts: { readonly [address: string]: string } = {
  "http://x/out/script.js": "run()\n//# sourceMappingURL=script.js.map",
  "http://x/out/script.js.map": map,
  "http://x/inline.js": `run()\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString("base64")}`,
  "http://x/plain.js": "run()",
  "http://x/broken.js": "run()\n//# sourceMappingURL=broken.map",
  "http://x/broken.map": "{",
  "http://x/lost.js": "run()\n//# sourceMappingURL=lost.map",
};

function placesOf(): { readonly places: SourcePlaces; readonly asked: string[] } {
  const asked: string[] = [];
  const places = new SourcePlaces(async (address) => {
    asked.push(address);
    return texts[address];
  });
  return { places, asked };
}

function warning(site: string, stack = `at tick (${site})`): DeterminismWarning {
  return { code: "TRIPWIRE", tick: 1, message: "", site, stack };
}

test.each(["http://x/out/script.js", "http://x/inline.js"])("%s has a map", async (script) => {
  const { places } = placesOf();
  expect(await places.inWarnings([warning(`${script}:1:3`)])).toEqual([
    { ...warning("src/game.ts:3:5"), scriptSite: `${script}:1:3` },
  ]);
});

test.each(["plain", "broken", "lost", "unreachable"])("%s has none that can be read, and stays", async (name) => {
  const { places } = placesOf();
  const given = [warning(`http://x/${name}.js:1:3`)];
  expect(await places.inWarnings(given)).toEqual(given);
});

test("a stack is mapped line by line, and each script is read once", async () => {
  const { places, asked } = placesOf();
  const stack =
    "at wander (http://x/out/script.js:1:3)\nat draw (http://x/plain.js:9:9)\nat http://x/out/script.js:1:1";
  const given = Array.from({ length: 20 }, () => warning("http://x/out/script.js:1:3", stack));
  const [first] = await places.inWarnings(given);
  expect(first?.stack).toBe("at wander (src/game.ts:3:5)\nat draw (http://x/plain.js:9:9)\nat src/game.ts:3:5");
  expect(asked.sort()).toEqual(["http://x/out/script.js", "http://x/out/script.js.map", "http://x/plain.js"]);
  places.forget();
  await places.inWarnings(given);
  expect(asked).toHaveLength(6);
});

test("warnings, suspects and the report of a reply are mapped, and a reply without any costs nothing", async () => {
  const { places, asked } = placesOf();
  const bare = { ok: true, cmd: "step", seq: 1, tick: 1, report: { warnings: "mine" } } as unknown as Reply;
  expect(await places.inReply(bare)).toBe(bare);
  expect(asked).toEqual([]);
  const rows = [warning("http://x/out/script.js:1:3")];
  const reply = {
    ...bare,
    warnings: rows,
    divergence: { suspects: rows },
    report: { tripwires: "report", warnings: rows },
  };
  expect(
    JSON.stringify(await places.inReply(reply as unknown as Reply)).match(/"site":"src\/game\.ts:3:5"/g),
  ).toHaveLength(3);
});
