// Preloaded into the emulators (`node --import`): one id links the logs of front door, API and emulators.
// Health checks and control calls have no id and are not logged.
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
    // The query may contain a token.
    path: request.url?.split('?', 1)[0]?.slice(0, 200),
    status: response.statusCode,
    seconds: Math.round(now - (started.get(request) ?? now)) / 1000,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
});
