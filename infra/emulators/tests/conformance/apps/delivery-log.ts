import { createServer } from 'node:http';
import { startLocalServer } from '../../support/local-server.ts';

interface Delivery {
  readonly body: string;
  readonly signature: string;
}

export interface DeliveryLog {
  readonly url: string;
  /** The deliveries in order of arrival, unverified. */
  readonly deliveries: readonly Delivery[];
  close(): Promise<void>;
}

/** An endpoint that accepts every delivery and leaves verification to the application. */
export async function startDeliveryLog(): Promise<DeliveryLog> {
  const deliveries: Delivery[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    deliveries.push({ body, signature: String(request.headers['stripe-signature']) });
    response.end();
  });
  const { url, close } = await startLocalServer(server);
  return { url, deliveries, close };
}
