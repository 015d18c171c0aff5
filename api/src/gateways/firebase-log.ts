import { setLogLevel, setUserLogHandler } from '@firebase/logger';
import type { FastifyBaseLogger } from 'fastify';

/** The SDK prints to the console, a refused write (which is how we notice a conflict) included. */
export function routeFirebaseLog(logger: FastifyBaseLogger): void {
  setLogLevel('silent');
  setUserLogHandler(({ level, message, type }) => {
    logger.debug({ component: type, level }, message);
  });
}
