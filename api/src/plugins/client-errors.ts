import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '@outharbor/contract/errors';
import { errorBody } from './error-handler.ts';
import { SECURITY_HEADERS } from './request-rules.ts';

interface ClientError {
  readonly code?: string;
}

/**
 * Responds to requests that Node.js rejects while parsing: malformed, too slow, or with oversized headers.
 */
export function rejectClientError(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code] = STATUS_OF[error.code ?? ''] ?? ['400 Bad Request', 'validation_failed'];
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody({ code, message: ERRORS[code].message }, requestId));
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `${PROTECTION}x-request-id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const PROTECTION = Object.entries(SECURITY_HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

const STATUS_OF: Readonly<Record<string, readonly [string, ErrorCode]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'headers_too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request_timeout'],
};
