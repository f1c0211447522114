// A console message as one short text. It looks at values without running their code: getters are not read, and what
// cannot be shown says so.

const textCharactersMax = 300;
const membersMax = 10;
const levelsMax = 2;

/** The arguments of a console function, with `%s` and the like filled in; at most 300 characters. Never throws. */
export function messageText(args: readonly unknown[]): string {
  let rest = args;
  const parts: string[] = [];
  if (typeof args[0] === "string") {
    rest = args.slice(1);
    parts.push(
      args[0].slice(0, textCharactersMax * 2).replace(/%[sdifoOc%]/g, (sign) => {
        if (sign === "%%" || rest.length === 0) return sign === "%%" && args.length > 1 ? "%" : sign;
        const [value] = rest;
        rest = rest.slice(1);
        return sign === "%c" ? "" : shown(value);
      }),
    );
  }
  return cut([...parts, ...rest.slice(0, textCharactersMax).map(shown)].join(" "));
}

function shown(value: unknown): string {
  try {
    return typeof value === "string" ? value.slice(0, textCharactersMax) : valueText(value, []);
  } catch {
    return "(cannot be shown)";
  }
}

function valueText(value: unknown, around: readonly object[]): string {
  if (typeof value === "string") return JSON.stringify(cut(value));
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return "(function)";
  if (typeof value !== "object" || value === null) return String(value);
  if (value instanceof Error) return errorText(value);
  if (around.includes(value)) return "(cycle)";
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (ArrayBuffer.isView(value) || value instanceof Map || value instanceof Set) return kind;
  const isList = Array.isArray(value);
  const members = around.length < levelsMax ? membersOf(value, isList, [...around, value]) : ["…"];
  if (isList) return `[${members.join(", ")}]`;
  const body = `{${members.join(", ")}}`;
  return kind === "Object" ? body : `${kind} ${body}`;
}

function membersOf(value: object, isList: boolean, around: readonly object[]): string[] {
  const members: string[] = [];
  const add = (key: string): boolean => {
    if (members.length === membersMax) {
      members.push("…");
      return false;
    }
    const own = Object.getOwnPropertyDescriptor(value, key);
    const text = own !== undefined && "value" in own ? valueText(own.value, around) : "(…)";
    members.push(isList ? text : `${key}: ${text}`);
    return true;
  };
  if (isList) for (let at = 0; at < (value as unknown[]).length && add(String(at)); at++);
  else for (const key in value) if (Object.hasOwn(value, key) && !add(key)) break;
  return members;
}

/** Name, message and where it was thrown. */
function errorText(error: Error): string {
  const place = String(error.stack)
    .split("\n")
    .find((line) => /^\s*at |@/.test(line));
  return `${error.name}: ${error.message}${place === undefined ? "" : ` (${place.trim()})`}`;
}

function cut(text: string): string {
  return text.length > textCharactersMax ? `${text.slice(0, textCharactersMax - 1)}…` : text;
}
