// The link to a page, on a real page whose bridge never answers: what only the owner of the page can do to it.

import { afterEach, beforeEach, expect, test } from "vitest";
import { type OwnedPage, openPage } from "./browser.js";
import { Opening } from "./opening.js";
import { PageLink } from "./page-link.js";

const silentBridge = `<script>
  window[Symbol.for("tickbridge")] = ["__candy"];
  window.__candyReady = Promise.resolve({ protocol: 1 });
  window.__candyAbort = () => {};
  window[Symbol.for("tickbridge.exchange")] = { __candy: () => new Promise(() => {}) };
</script>`;
const silenceMs = 500;
let owned: OwnedPage;
let link: PageLink;

beforeEach(async () => {
  owned = await openPage({});
  await owned.page.setContent(silentBridge);
  link = new PageLink(await new Opening(owned.page, false, {}).findGame(), owned.close, { silenceMs });
});
afterEach(() => owned.close());

/** What a call rejects with, kept so that nothing counts as unhandled meanwhile. */
function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => "it resolved",
    (thrown: unknown) => thrown,
  );
}

const lost = { code: "PAGE_LOST", message: expect.stringMatching(/closed: launch the game again/) };

test("a page that is closed rejects pending and later calls with PAGE_LOST", async () => {
  const pending = [failure(link.exchange("[]", 0)), failure(link.exchange("[]", 60_000))];
  await owned.page.close();
  for (const thrown of await Promise.all(pending)) expect(thrown).toMatchObject(lost);
  expect(await failure(link.exchange("[]", 0))).toMatchObject(lost);
});

test("a page that only moves within itself loses nothing", async () => {
  const pending = failure(link.exchange("[]", 1000));
  await owned.page.evaluate("location.hash = 'elsewhere'");
  expect(await pending).toMatchObject({ code: "TIMEOUT" });
});

test("a bridge that never answers is TIMEOUT once the limit and the silence are over", async () => {
  expect(await failure(link.exchange("[]", 100))).toMatchObject({
    code: "TIMEOUT",
    message: expect.stringContaining("it is frozen"),
  });
});

test("with no limit, a page that stops answering is TIMEOUT", async () => {
  const pending = failure(link.exchange("[]", 0));
  await owned.page.evaluate("setTimeout(() => { for (;;); })");
  expect(await pending).toMatchObject({ code: "TIMEOUT", message: expect.stringContaining("it is frozen") });
});
