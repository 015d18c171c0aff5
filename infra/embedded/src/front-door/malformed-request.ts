import type { IncomingMessage } from 'node:http';
import { LIMITS, type RefusalStatus } from './policy.ts';

/** The status for requests that Node.js's parser accepts and Nginx rejects. */
export function refusalOfHead(request: IncomingMessage): RefusalStatus | undefined {
  if (isTooLarge(request)) return 431;
  if (!['1.0', '1.1'].includes(request.httpVersion)) return 400;
  const { 'transfer-encoding': encoding } = request.headers;
  if (encoding !== undefined && (encoding.toLowerCase() !== 'chunked' || request.httpVersion === '1.0'))
    return 400;
  return hasOneHost(request) ? undefined : 400;
}

function isTooLarge({ method = '', url = '', rawHeaders }: IncomingMessage): boolean {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let index = 0; index < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  const lengths = lines.map(({ length }) => length + '\r\n'.length);
  return lengths.some((length) => length > LIMITS.headLineBytes) || sum(lengths) > LIMITS.headBytes;
}

const HOST = /^(?!.*\.\.)(?:[\w.~%!$&'()*+,;=-]+|\[[0-9a-f:.]+\])(?::\d*)?$/i;

function hasOneHost({ headersDistinct }: IncomingMessage): boolean {
  const [host, ...more] = headersDistinct.host ?? [];
  return host !== undefined && more.length === 0 && HOST.test(host);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
