/*
 * Loaded before an emulator starts (`node --import`): a line of JSON for every request that has an id, so that one id
 * leads from the log of the front door to those of the API and the emulators, and Stripe's own id from an error of the
 * API to what Stripe answered. Health checks and control calls have no id and leave no line.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const service = /emulators\/([a-z]+)\//.exec(process.argv[1] ?? '')?.[1];
const started = new WeakMap<IncomingMessage, number>();

subscribe('http.server.request.start', (message) => {
  started.set((message as Exchange).request, performance.now());
});

subscribe('http.server.response.finish', (message) => {
  const { request, response } = message as Exchange;
  const requestId = request.headers['x-request-id'];
  const stripeRequestId = response.getHeader('request-id');
  if (requestId === undefined && stripeRequestId === undefined) return;
  const now = performance.now();
  const line = {
    level: 'info',
    time: new Date().toISOString(),
    service,
    requestId,
    stripeRequestId,
    method: request.method,
    // What follows may be a token.
    path: request.url?.split('?', 1)[0]?.slice(0, 200),
    status: response.statusCode,
    seconds: Math.round(now - (started.get(request) ?? now)) / 1000,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
});
