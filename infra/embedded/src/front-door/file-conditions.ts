import type { IncomingHttpHeaders } from 'node:http';

export interface FileState {
  readonly etag: string;
  /** In whole seconds. */
  readonly modifiedMs: number;
  readonly size: number;
}

export interface ByteRange {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

/** The outcome of a conditional or range request; follows Nginx where RFC 9110 leaves a choice. */
export type Outcome =
  | { readonly status: 200 | 304 | 412 | 416 }
  | { readonly status: 206; readonly range: ByteRange };

export function outcomeOf(headers: IncomingHttpHeaders, state: FileState): Outcome {
  if (failsPrecondition(headers, state)) return { status: 412 };
  if (isNotModified(headers, state)) return { status: 304 };
  if (!asksForRange(headers, state)) return { status: 200 };
  const ranges = parseRanges(headers.range ?? '', state.size);
  if (ranges.length === 0) return { status: 416 };
  const [range, ...more] = ranges;
  // A request for several ranges gets the whole file.
  return range && more.length === 0 ? { status: 206, range } : { status: 200 };
}

function failsPrecondition(headers: IncomingHttpHeaders, { etag, modifiedMs }: FileState): boolean {
  const since = headers['if-unmodified-since'];
  // An invalid date also fails, because it compares as false.
  if (since !== undefined && !(Date.parse(since) >= modifiedMs)) return true;
  const match = headers['if-match'];
  return match !== undefined && match !== '*' && !tagsOf(match).includes(etag);
}

function isNotModified(headers: IncomingHttpHeaders, { etag, modifiedMs }: FileState): boolean {
  const since = headers['if-modified-since'];
  const match = headers['if-none-match'];
  if (since === undefined && match === undefined) return false;
  if (since !== undefined && !(Date.parse(since) >= modifiedMs)) return false;
  return (
    match === undefined ||
    match === '*' ||
    tagsOf(match)
      .map((tag) => tag.replace(/^W\//, ''))
      .includes(etag)
  );
}

function tagsOf(list: string): string[] {
  return list.split(',').map((tag) => tag.trim());
}

function asksForRange(headers: IncomingHttpHeaders, { etag, modifiedMs }: FileState): boolean {
  if (!/^bytes=/i.test(headers.range ?? '')) return false;
  const condition = headers['if-range']?.toString();
  if (condition === undefined) return true;
  return condition.endsWith('"') ? condition === etag : Date.parse(condition) === modifiedMs;
}

/** The satisfiable ranges; empty if any range is malformed. */
function parseRanges(header: string, size: number): ByteRange[] {
  const ranges: ByteRange[] = [];
  for (const part of header.slice('bytes='.length).split(',')) {
    const [, first, last, suffix] = /^ *(?:(\d+) *- *(\d*)|-(\d+)) *$/.exec(part) ?? [];
    if (first === undefined && suffix === undefined) return [];
    const start = first === undefined ? Math.max(size - Number(suffix), 0) : Number(first);
    const end = Math.min(last ? Number(last) : size - 1, size - 1);
    if (start <= end) ranges.push({ start, end });
  }
  return ranges;
}
