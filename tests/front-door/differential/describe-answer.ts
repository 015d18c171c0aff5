import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Answer } from './exchange.ts';

/** Headers that may differ between the front doors, and why. All others and the bodies must be identical. */
export const MAY_DIFFER: Readonly<Record<string, string>> = {
  server: 'Nginx always names itself, here without a version.',
  date: 'The responses are sent at different times.',
  'keep-alive': 'Node announces its keep-alive timeout.',
  'x-request-id': 'Unique per request; only its presence is compared.',
  etag: 'Nginx derives it from time and size, Node from the bytes; only its presence is compared.',
  'last-modified': 'The builds have different times; only its presence is compared.',
  'transfer-encoding': 'Either a length or chunks; the received body is compared.',
  'content-length': 'As above; a body may also contain a request ID.',
};
/** Nginx adds the file's charset to a 416. */
const CHARSET_OF_REFUSED_RANGE = 'text/plain; charset=utf-8';
/** Behind Nginx, a 408 comes from the API, which has no request yet and applies the API's policy. */
const OF_A_408 = { policy: 'content-security-policy', requestId: '"requestId":"none"' };
const PRESENCE_COUNTS = ['x-request-id', 'etag', 'last-modified'];

/** Renders a response as text without the permitted differences, so that equal text means equal responses. */
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
