import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import type { Config } from '../config/config.ts';
import { redactLine } from './scrub.ts';
import { serialiseError } from './serialise-error.ts';

/** Logs JSON lines without tokens, keys or query strings. */
export function buildLogger(
  { level }: Pick<Config['log'], 'level'>,
  destination?: DestinationStream,
): Logger {
  const options = {
    level,
    base: { service: 'api' },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { req: serialiseRequest, err: serialiseError },
    hooks: { streamWrite: redactLine },
  };
  return destination ? pino(options, destination) : pino(options);
}

const WRITTEN_WITHIN_MS = 100;

/** Standard output, in lines that are buffered for at most about `WRITTEN_WITHIN_MS` or until the process exits. */
export function bufferedOutput() {
  const output = pino.destination({ dest: 1, sync: true, minLength: 4096, periodicFlush: WRITTEN_WITHIN_MS });
  process.once('exit', () => {
    // If nobody reads any more, `flushSync` would try for ever; `flush` fails at once, and ends it.
    output.flush();
    output.flushSync();
  });
  return output;
}

function serialiseRequest({ method, url, ip }: Pick<FastifyRequest, 'method' | 'url' | 'ip'>) {
  return { method, path: url.split('?', 1)[0]?.slice(0, 200), address: ip };
}

const ACCEPTED = /^[A-Za-z0-9_-]{8,64}$/;

/** Reuses the front door's request id, so that both logs refer to a request by the same id. */
export function readRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID();
}
