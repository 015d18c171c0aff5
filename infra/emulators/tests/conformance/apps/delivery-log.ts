import { createServer } from 'node:http';
import { startLocalServer } from '../../support/local-server.ts';

export type DeliveryLog = Awaited<ReturnType<typeof startDeliveryLog>>;

/** An endpoint that accepts every delivery and leaves verification to the application. */
export async function startDeliveryLog() {
  const deliveries: { readonly body: string; readonly signature: string }[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    deliveries.push({ body, signature: String(request.headers['stripe-signature']) });
    response.end();
  });
  const { url, close } = await startLocalServer(server);
  return { url, deliveries, close };
}
