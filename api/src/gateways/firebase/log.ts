import type { FastifyBaseLogger } from 'fastify';
import { setLogLevel, setUserLogHandler } from './logger.cjs';

/** Of all that the SDK says, what an operator alone can mend. */
const OF_THE_PLAN = /has reached its peak connections limit/;

/** The SDK prints to the console, a refused write (which is how we notice a conflict) included. */
export function routeFirebaseLog(logger: FastifyBaseLogger): void {
  setLogLevel('silent');
  setUserLogHandler(
    ({ level, message, type }) => {
      logger[OF_THE_PLAN.test(message) ? 'warn' : 'debug']({ component: type, level }, message);
    },
    // Otherwise it hears no more than the console does.
    { level: 'warn' },
  );
}
