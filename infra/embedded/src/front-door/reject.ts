import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERRORS } from '@outharbor/contract/errors';
import type { FastifyReply } from 'fastify';
import { API_PATH, REJECTIONS, type RejectionStatus } from './policy.ts';
import { DATA_HEADERS } from './security-headers.ts';

/** After these, unread data could be taken for another request. */
const CLOSING: readonly RejectionStatus[] = [400, 405, 408, 413, 415, 431];

/** Responds to API callers in the API's error shape and to everyone else with one line. */
export function reject(reply: FastifyReply, status: RejectionStatus): FastifyReply {
  const { id, url } = reply.request;
  const { code, line } = REJECTIONS[status];
  const isApi = API_PATH.test(url.replace(/\?.*$/s, ''));
  reply.code(status).headers({
    ...DATA_HEADERS,
    'x-request-id': id,
    'content-type': isApi ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    ...(CLOSING.includes(status) && { connection: 'close' }),
    ...(status === 503 && { 'retry-after': '1' }),
  });
  return reply.send(
    isApi ? JSON.stringify({ error: { code, message: ERRORS[code].message, requestId: id } }) : `${line}\n`,
  );
}

const STATUS_BY_ERROR: Readonly<Record<string, RejectionStatus>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_INVALID_METHOD: 405,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Responds to what Node.js could not read to its end, and closes the connection. `reply` is to the latest
 * request on it whose headers could be read, if any.
 */
export function rejectUnread(
  error: Error & { readonly code?: string },
  socket: Duplex,
  reply: FastifyReply | undefined,
): void {
  const status = STATUS_BY_ERROR[error.code ?? ''] ?? 400;
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else if (reply && !reply.sent) reject(reply, status);
  else if (reply && !reply.raw.writableFinished) reply.raw.once('finish', () => socket.destroy());
  else writeRejection(socket, status);
}

export function writeRejection(socket: Duplex, status: RejectionStatus): void {
  const { line } = REJECTIONS[status];
  const headers = { ...DATA_HEADERS, 'content-type': 'text/plain; charset=utf-8', connection: 'close' };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${line}\n`);
}
