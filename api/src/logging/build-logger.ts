import type { FastifyRequest } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { serialiseError } from './serialise-error.ts';

/** JSON lines without tokens, keys or the query part of an address. */
export function buildLogger(config: Config['log'], destination?: DestinationStream): Logger {
  const options = {
    level: config.level,
    base: { service: 'api' },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { req: serialiseRequest, err: serialiseError },
    redact: {
      paths: [
        'authorization',
        'password',
        'token',
        '*.authorization',
        '*.password',
        '*.token',
        '*.secretKey',
      ],
      censor: '[redacted]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

function serialiseRequest(request: FastifyRequest) {
  return { method: request.method, path: request.url.split('?', 1)[0]?.slice(0, 200), address: request.ip };
}
