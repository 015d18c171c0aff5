import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaultRequest, Faults } from '../control/faults.ts';
import { ApiError, type ApiErrorType } from './api-error.ts';

const ERROR_TYPES: Readonly<Record<number, ApiErrorType>> = {
  429: 'rate_limit_error',
};

const DEFAULT_DELAY_MS = 1000;

const delays = new WeakMap<IncomingMessage, number>();

/** Waits as long as a fault makes this request wait; a request is under way while it does. */
export async function heldUp(request: IncomingMessage): Promise<void> {
  const delayMs = delays.get(request);
  if (delayMs !== undefined) await delay(delayMs);
}

/** Carries out the fault that is armed for a request around `work`, which answers it as usual. */
export function withFaults(
  faults: Faults,
  request: IncomingMessage,
  response: ServerResponse,
  work: () => void,
): void {
  const path = (request.url ?? '').split('?')[0] ?? '';
  const fault = faults.take(request.method ?? '', path);
  if (fault === null) work();
  else strike(fault, request, response, work);
}

function strike(
  fault: FaultRequest,
  request: IncomingMessage,
  response: ServerResponse,
  work: () => void,
): void {
  switch (fault.kind) {
    case 'error':
      answerError(response, fault.status ?? 500);
      return;
    case 'html_502':
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end('<html><body><h1>502 Bad Gateway</h1></body></html>');
      return;
    case 'hang':
      // Never answered: the connection stays until the client or the close of the server ends it.
      request.resume();
      return;
    case 'slow':
      delays.set(request, fault.delayMs ?? DEFAULT_DELAY_MS);
      work();
      return;
    case 'drop_before':
      request.socket.destroy();
      return;
    case 'drop_after':
      dropInsteadOfAnswer(request, response);
      work();
      return;
    case 'truncate':
      truncateAnswer(request, response);
      work();
      return;
  }
}

function answerError(response: ServerResponse, status: number): void {
  const type = ERROR_TYPES[status] ?? 'api_error';
  const code = { 409: 'lock_timeout', 429: 'rate_limit' }[status];
  const error = new ApiError(
    status,
    type,
    'This answer is a fault that was asked for.',
    code ? { code } : {},
  );
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_fault' });
  response.end(JSON.stringify(error.toBody()));
}

function dropInsteadOfAnswer(request: IncomingMessage, response: ServerResponse): void {
  response.end = () => {
    request.socket.destroy();
    return response;
  };
}

/** The headers announce the whole body, of which half comes before the connection ends. */
function truncateAnswer(request: IncomingMessage, response: ServerResponse): void {
  response.end = (body?: unknown) => {
    const whole = Buffer.from(typeof body === 'string' ? body : '');
    response.write(whole.subarray(0, whole.length >> 1), () => request.socket.destroy());
    return response;
  };
}
