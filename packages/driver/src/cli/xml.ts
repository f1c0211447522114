// Well-formed XML 1.0 from any text: a file's name may hold what no XML document may.

/** One element; `children` are elements already written. */
export function xmlElement(
  name: string,
  attributes: { readonly [name: string]: string | number },
  children: readonly string[] = [],
): string {
  const head = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  const start = `<${name}${head.join("")}`;
  if (children.length === 0) return `${start}/>`;
  const body = children.map((child) => child.replaceAll(/^/gm, "  "));
  return `${start}>\n${body.join("\n")}\n</${name}>`;
}

/** As the value of an attribute. Characters that XML 1.0 cannot hold at all become U+FFFD. */
export function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"'\p{Cc}\p{Cs}\ufffe\uffff]/gu, (character) => {
    const code = character.charCodeAt(0);
    // As numbers: parsers turn line ends and tabs in attributes into spaces. `u` leaves only unpaired surrogates to Cs.
    const allowed = "\t\n\r".includes(character) || (code >= 0x20 && code < 0xd800);
    return allowed ? `&#${code};` : "\ufffd";
  });
}
