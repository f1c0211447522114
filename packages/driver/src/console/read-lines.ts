// Lines out of chunks. Not node:readline: that does not pass on a stream's error, keeps a line of any length, and breaks
// lines at U+2028, which JSON may hold.

/** A line of ours takes 64 KiB, and the longest address, which Chromium's log may put behind it, 2 Mi characters. */
const charactersMax = 4 * 1024 * 1024;

type Chunks = AsyncIterable<Uint8Array | string> | Iterable<string>;

/** The lines of a text in UTF-8, without what ends them (`\n` or `\r\n`). What a line holds beyond 4 Mi characters is dropped. */
export async function* readLines(chunks: Chunks): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let line = "";
  for await (const chunk of chunks) {
    const text = typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      yield (line + text.slice(start, end)).replace(/\r$/, "");
      line = "";
      start = end + 1;
    }
    if (line.length < charactersMax) line += text.slice(start);
  }
  line += decoder.decode();
  if (line !== "") yield line;
}
