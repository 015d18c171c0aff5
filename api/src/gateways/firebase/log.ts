import type { FastifyBaseLogger } from 'fastify';
import { setLogLevel, setUserLogHandler } from './logger.cjs';

/** The SDK prints to the console, a refused write (which is how we notice a conflict) included. */
export function routeFirebaseLog(logger: FastifyBaseLogger): void {
  setLogLevel('silent');
  setUserLogHandler(({ level, message, type }) => {
    logger.debug({ component: type, level }, message);
  });
}
