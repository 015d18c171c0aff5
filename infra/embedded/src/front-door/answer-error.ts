import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { ERRORS, type ErrorCode } from '@outharbor/contract/errors';
import { COMMON_HEADERS, DATA_CONTENT_SECURITY_POLICY } from './security-headers.ts';

export interface ErrorAnswer {
  readonly code: ErrorCode;
  readonly requestId: string;
  readonly headers?: OutgoingHttpHeaders;
}

/** Answers in the API's own error shape, so that a client has one to read. */
export function answerError(response: ServerResponse, { code, requestId, headers }: ErrorAnswer): void {
  const { status, message } = ERRORS[code];
  answer(
    response,
    status,
    'application/json; charset=utf-8',
    JSON.stringify({ error: { code, message, requestId } }),
    {
      ...headers,
      'x-request-id': requestId,
    },
  );
}

/** For what only a program that is no API client would send. */
export function answerPlainly(
  response: ServerResponse,
  status: number,
  reason: string,
  headers: OutgoingHttpHeaders = {},
): void {
  answer(response, status, 'text/plain; charset=utf-8', `${reason}\n`, headers);
}

function answer(
  response: ServerResponse,
  status: number,
  contentType: string,
  body: string,
  headers: OutgoingHttpHeaders,
): void {
  response.writeHead(status, {
    ...COMMON_HEADERS,
    'x-frame-options': 'DENY',
    'content-security-policy': DATA_CONTENT_SECURITY_POLICY,
    'cache-control': 'no-store',
    ...headers,
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

export function refuseMethod(response: ServerResponse, allowed: readonly string[]): void {
  answerPlainly(response, 405, 'Method not allowed', { allow: allowed.join(', '), connection: 'close' });
}
