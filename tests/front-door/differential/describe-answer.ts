import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Answer } from './exchange.ts';

/** All that may differ between the doors, and why. Of every other header the value counts, and of a body each byte. */
export const MAY_DIFFER: Readonly<Record<string, string>> = {
  server: 'Nginx cannot be built without naming itself; it does so without a version.',
  date: 'Two moments.',
  'keep-alive': 'Node says how long it keeps a connection.',
  'x-request-id': 'An id for each request; that there is one counts.',
  etag: 'Nginx makes it from time and size, Node from the bytes; that there is one counts.',
  'last-modified': 'Two builds of the site; that there is one counts.',
  'transfer-encoding': 'A length is told or chunks are sent; what arrives counts.',
  'content-length': 'The same, and of two requests ids in a body.',
};
/** Of a 416, Nginx says the charset if the file has one. */
const CHARSET_OF_REFUSED_RANGE = 'text/plain; charset=utf-8';
/** A 408 is the API's own behind Nginx, which knows of no request then and has the policy of the API. */
const OF_A_408 = { policy: 'content-security-policy', requestId: '"requestId":"none"' };
const PRESENCE_COUNTS = ['x-request-id', 'etag', 'last-modified'];

/** An answer as text, with what may differ taken out: the same text means the same answer. */
export function describeAnswer(answer: Answer | 'nothing'): string {
  if (answer === 'nothing') return answer;
  const headers = new Map<string, string[]>();
  for (const [name, value] of answer.lines) {
    const key = name.toLowerCase();
    if (key in MAY_DIFFER && !PRESENCE_COUNTS.includes(key)) continue;
    headers.set(key, [...(headers.get(key) ?? []), key in MAY_DIFFER ? 'present' : normalised(value)]);
  }
  if (answer.status === 416 && headers.get('content-type')?.join() === CHARSET_OF_REFUSED_RANGE)
    headers.set('content-type', ['text/plain']);
  if (answer.status === 408) headers.set(OF_A_408.policy, [String(headers.has(OF_A_408.policy))]);
  const lines = [...headers].map(([name, values]) => `${name}: ${values.join(', ')}`).toSorted();
  return [`${answer.status}${answer.cut ? ', cut' : ''}`, ...lines, bodyOf(answer, headers)].join('\n');
}

const normalised = (value: string) => value.replaceAll(/, */g, ', ').replaceAll(/ *; */g, '; ');

function bodyOf({ body, cut }: Answer, headers: ReadonlyMap<string, readonly string[]>): string {
  if (body.length === 0) return '(no body)';
  const encoding = headers.get('content-encoding')?.join();
  const unpack = encoding === 'br' ? brotliDecompressSync : encoding === 'gzip' ? gunzipSync : undefined;
  const bytes = unpack && !cut ? unpack(body) : body;
  const text = bytes
    .toString('latin1')
    .replaceAll(/\b[0-9a-f]{32}\b/g, '<request id>')
    .replace(OF_A_408.requestId, '"requestId":"<request id>"')
    .replaceAll(/"(x-forwarded-for|x-real-ip)":"[\d.]+"/g, '"$1":"<client>"');
  return text.length > 2000
    ? `(${text.length} bytes ${createHash('sha256').update(text).digest('hex')})`
    : text;
}
