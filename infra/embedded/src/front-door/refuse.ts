import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ERRORS } from '@outharbor/contract/errors';
import {
  API_PATH,
  FORWARDED_METHODS,
  FORWARDED_PATH,
  REFUSALS,
  type Refusal,
  type RefusalStatus,
  SITE_METHODS,
} from './policy.ts';
import { COMMON_HEADERS, DATA_CONTENT_SECURITY_POLICY } from './security-headers.ts';

/** The request data needed to refuse it; `target` is as much as could be read. */
export interface RefusedRequest {
  readonly target: string;
  readonly requestId: string;
}

/** Responds to API callers in the API's error shape and to everyone else with one line. */
export function refuse(response: ServerResponse, status: RefusalStatus, request: RefusedRequest): void {
  const { code, line, closes, retryAfterSeconds }: Refusal = REFUSALS[status];
  const path = pathOf(request.target);
  const error = code &&
    API_PATH.test(path) && { code, message: ERRORS[code].message, requestId: request.requestId };
  answerLine(response, status, error ? JSON.stringify({ error }) : `${line}\n`, {
    ...headersOfAnswer(request.requestId),
    'content-type': `${error ? 'application/json' : 'text/plain'}; charset=utf-8`,
    'cache-control': 'no-store',
    ...(closes && { connection: 'close' }),
    ...(retryAfterSeconds && { 'retry-after': String(retryAfterSeconds) }),
    ...(status === 405 && {
      allow: (FORWARDED_PATH.test(path) ? FORWARDED_METHODS : SITE_METHODS).join(', '),
    }),
  });
}

/** Refuses a request that was never parsed and closes the connection. */
export function refuseOnSocket(socket: Duplex, status: RefusalStatus, request: RefusedRequest): void {
  refuse(lastResponseOn(socket), status, request);
}

/** A response on a socket without a parsed request; closes the connection afterwards. */
export function lastResponseOn(socket: Duplex): ServerResponse {
  const response = new ServerResponse({
    method: 'GET',
    httpVersionMajor: 1,
    httpVersionMinor: 1,
  } as IncomingMessage);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as Socket);
  response.on('finish', () => socket.end());
  return response;
}

export function headersOfAnswer(requestId: string): OutgoingHttpHeaders {
  return {
    ...COMMON_HEADERS,
    'x-frame-options': 'DENY',
    'content-security-policy': DATA_CONTENT_SECURITY_POLICY,
    'x-request-id': requestId,
  };
}

export function answerLine(
  response: ServerResponse,
  status: number,
  body: string,
  headers: OutgoingHttpHeaders,
): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

const pathOf = (target: string): string => target.replace(/\?.*$/s, '');
