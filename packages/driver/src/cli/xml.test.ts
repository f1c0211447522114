import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeXml, xmlElement } from "./xml.js";

test("what XML cannot hold becomes U+FFFD, and all else is kept or named", () => {
  expect(escapeXml("a<b & \"c\" 'd'>")).toBe("a&#60;b &#38; &#34;c&#34; &#39;d&#39;&#62;");
  expect(escapeXml("\t\n\r")).toBe("&#9;&#10;&#13;");
  expect(escapeXml("\0\u0001\u001b[31m\ufffe\ud800x\udc00")).toBe("\ufffd\ufffd\ufffd[31m\ufffd\ufffdx\ufffd");
  expect(escapeXml("ünï 🍬 \u0085")).toBe("ünï 🍬 &#133;");
});

test("no text breaks out of an attribute", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(xmlElement("a", { b: text })).toMatch(/^<a b="[^"<>\p{Cc}\p{Cs}\ufffe\uffff]*"\/>$/u);
    }),
  );
});

test("children stand inside, indented", () => {
  expect(xmlElement("a", { n: 1 }, [xmlElement("b", {}, [xmlElement("c", {})])])).toBe(
    '<a n="1">\n  <b>\n    <c/>\n  </b>\n</a>',
  );
});
