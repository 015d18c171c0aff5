import type { Part } from '../../kinds/part.ts';
import { sessionEndpoint } from './cli-session.ts';
import { paymentPageEndpoints } from './payment-pages.ts';
import { streamLogs } from './request-logs.ts';
import { retryEndpoint } from './retry-event.ts';
import { serveSockets } from './sockets.ts';

/** What Stripe's own command-line program needs for `listen`, `logs tail` and `events resend`. */
export const stripeCli: Part = {
  endpoints: [sessionEndpoint, retryEndpoint, ...paymentPageEndpoints],
  serve: (server, { findSettings }) => {
    serveSockets(server);
    streamLogs(server, findSettings);
  },
};
