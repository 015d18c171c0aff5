import type { IncomingMessage } from 'node:http';

export class BodyTooLarge extends Error {}

/**
 * Reads a body of at most `limit` bytes. It is buffered completely before anything is forwarded, so that a
 * slow client occupies no upstream connection and the request can be retried on another upstream.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return undefined;
  if (Number(length) > limit) throw new BodyTooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
