import type { FastifyBaseLogger } from 'fastify';
import { setLogLevel, setUserLogHandler } from './logger.cjs';

/** The only SDK message that needs an operator. */
const CONNECTION_LIMIT_REACHED = /has reached its peak connections limit/;

/**
 * Routes the SDK's console output to the log, including rejected writes, which are how a conflict is
 * detected.
 */
export function routeFirebaseLog(logger: FastifyBaseLogger): void {
  setLogLevel('silent');
  setUserLogHandler(
    ({ level, message, type }) => {
      logger[CONNECTION_LIMIT_REACHED.test(message) ? 'warn' : 'debug']({ component: type, level }, message);
    },
    // The default is the console's level, which is silent.
    { level: 'warn' },
  );
}
