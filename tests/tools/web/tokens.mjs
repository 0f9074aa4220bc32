// Reads {table, texts} and writes, for every text, its coloured pieces as [from, to, style].
import { readFileSync } from "node:fs";
const { grammarOf, startState, tokenizer } = await import(process.argv[2]);

/** The part of CodeMirror's StringStream that the tokenizer uses. */
class Stream {
  constructor(string) { Object.assign(this, { string, pos: 0 }); }
  sol() { return this.pos === 0; }
  eol() { return this.pos >= this.string.length; }
  peek() { return this.string[this.pos]; }
  next() { return this.string[this.pos++]; }
  skipToEnd() { this.pos = this.string.length; }
  eatSpace() {
    const from = this.pos;
    while (/\s/.test(this.string[this.pos] ?? "x")) this.pos++;
    return this.pos > from;
  }
  match(pattern) {
    const rest = this.string.slice(this.pos);
    const found = typeof pattern === "string" ? rest.startsWith(pattern) && [pattern] : pattern.exec(rest);
    if (!found || (found.index ?? 0) > 0) return null;
    this.pos += found[0].length;
    return found;
  }
}

function pieces(token, text) {
  const state = startState();
  const found = [];
  let offset = 0;
  for (const line of text.split("\n")) {
    const stream = new Stream(line);
    while (!stream.eol()) {
      const from = stream.pos;
      const style = token(stream, state);
      if (stream.pos === from) throw new Error(`nothing read in: ${line}`);
      if (style) found.push([offset + from, offset + stream.pos, style]);
    }
    offset += line.length + 1;
  }
  return found;
}

const { table, texts } = JSON.parse(readFileSync(0, "utf8"));
const token = tokenizer(grammarOf(table));
process.stdout.write(JSON.stringify(texts.map((text) => pieces(token, text))));
