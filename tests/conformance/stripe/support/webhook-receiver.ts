import { createServer } from 'node:http';
import Stripe from 'stripe';
import { startLocalServer } from '../../../support/local-server.ts';

export interface Receipt {
  readonly event: Stripe.Event;
  readonly signature: string;
  readonly body: string;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly secret: string;
  /** What came in and carried a signature that the SDK accepts, in order. */
  readonly receipts: Receipt[];
  /** What came in and was not what it should be. */
  readonly faults: string[];
  /** Answers for the next deliveries; 200 when there are none left. */
  readonly answers: number[];
  types(): string[];
  close(): Promise<void>;
}

/** An endpoint that verifies every delivery as the documentation tells it to. */
export async function startReceiver(secret = 'whsec_conformance'): Promise<WebhookReceiver> {
  const receipts: Receipt[] = [];
  const faults: string[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const signature = String(request.headers['stripe-signature']);
      try {
        const event = Stripe.webhooks.constructEvent(body, signature, secret);
        receipts.push({ event, signature, body });
      } catch (error) {
        faults.push(String(error));
      }
      response.statusCode = answers.shift() ?? 200;
      response.end('{"received":true}');
    });
  });
  const { url, close } = await startLocalServer(server);
  return {
    url: `${url}/webhook`,
    secret,
    receipts,
    faults,
    answers,
    types: () => receipts.map(({ event }) => event.type),
    close,
  };
}
