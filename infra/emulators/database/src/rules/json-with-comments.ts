import { RulesError } from './rules-error.ts';

/** A value of a rules file and the line where it starts. */
export interface Located {
  readonly value: LocatedObject | readonly Located[] | string | number | boolean | null;
  readonly line: number;
}
export type LocatedObject = ReadonlyMap<string, Located>;

const TOKEN =
  /[ \t\r]+|\n|\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\]|\\[\s\S])*"|[{}[\],:]|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

interface Token {
  readonly text: string;
  readonly line: number;
}

/** The message in the service's words. */
const parseError = (reason: string, line: number) => new RulesError(`Parse error: ${reason}`, line);

/** Parses JSON that may contain comments, commas at the end and line breaks inside strings, as rules files may. */
export function parseJsonWithComments(text: string): Located {
  // Editors on Windows put a byte order mark first.
  const tokens = tokenize(text.replace(/^\uFEFF/, ''));
  const reader = new TokenReader(tokens);
  const value = readValue(reader);
  const rest = reader.next();
  if (rest.text !== '') throw parseError(`unexpected ${rest.text}`, rest.line);
  return value;
}

/** The same content as JSON that any parser accepts. */
export function withoutComments(text: string): string {
  return JSON.stringify(plainValue(parseJsonWithComments(text)), null, 2);
}

function plainValue({ value }: Located): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([key, entry]) => [key, plainValue(entry)]));
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw parseError(`unexpected ${JSON.stringify(text.slice(at, at + 12))}`, line);
    const [part] = match;
    if (!/^(\s|\/)/.test(part)) tokens.push({ text: part, line });
    line += part.split('\n').length - 1;
  }
  tokens.push({ text: '', line });
  return tokens;
}

class TokenReader {
  readonly #tokens: readonly Token[];
  #at = 0;
  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }
  next(): Token {
    const token = this.#tokens[Math.min(this.#at, this.#tokens.length - 1)];
    this.#at++;
    return token ?? { text: '', line: 1 };
  }
  accept(text: string): boolean {
    if (this.#tokens[this.#at]?.text !== text) return false;
    this.#at++;
    return true;
  }
  expect(text: string): void {
    const token = this.next();
    if (token.text !== text)
      throw parseError(`expected ${text}, found ${token.text || 'the end'}`, token.line);
  }
}

function readValue(reader: TokenReader): Located {
  const { text, line } = reader.next();
  if (text === '{') return { value: readObject(reader), line };
  if (text === '[') return { value: readList(reader), line };
  if (text.startsWith('"')) return { value: readString(text, line), line };
  if (text === '' || '}],:'.includes(text)) throw parseError(`unexpected ${text || 'end'}`, line);
  return { value: JSON.parse(text), line };
}

function readString(text: string, line: number): string {
  try {
    return JSON.parse(text.replaceAll('\r', '').replaceAll('\n', '\\n').replaceAll('\t', '\\t'));
  } catch (error) {
    throw parseError(`invalid string: ${(error as Error).message}`, line);
  }
}

function readObject(reader: TokenReader): LocatedObject {
  const entries = new Map<string, Located>();
  do {
    if (reader.accept('}')) return entries;
    const { text, line } = reader.next();
    if (!text.startsWith('"')) throw parseError(`expected a key, found ${text || 'the end'}`, line);
    const key = readString(text, line);
    if (entries.has(key)) throw parseError(`duplicate key ${text}`, line);
    reader.expect(':');
    entries.set(key, readValue(reader));
  } while (reader.accept(','));
  reader.expect('}');
  return entries;
}

function readList(reader: TokenReader): Located[] {
  const items: Located[] = [];
  do {
    if (reader.accept(']')) return items;
    items.push(readValue(reader));
  } while (reader.accept(','));
  reader.expect(']');
  return items;
}
