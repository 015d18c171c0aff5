import { createServer } from 'node:http';
import type { StripeEmulator } from '@outharbor/stripe-emulator';
import Stripe from 'stripe';
import { startLocalServer } from '../local-server.ts';
import { suiteFixture } from '../suite-fixture.ts';

interface Receipt {
  readonly event: Stripe.Event;
  readonly signature: string;
  readonly body: string;
}

export type WebhookReceiver = Awaited<ReturnType<typeof startReceiver>>;

/** An endpoint that verifies every delivery as Stripe documents it. */
export async function startReceiver(secret = 'whsec_conformance') {
  /** Deliveries with a valid signature, in order. */
  const receipts: Receipt[] = [];
  /** The errors of all other deliveries. */
  const faults: string[] = [];
  /** The status codes of the next responses; 200 when used up. */
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

/** A receiver during the surrounding tests; `world`'s emulator delivers its events to it. */
export function sharedReceiver(world?: { readonly emulator: StripeEmulator }): WebhookReceiver {
  return suiteFixture(async () => {
    const receiver = await startReceiver();
    await world?.emulator.configure({ webhookEndpoints: [receiver] });
    return receiver;
  });
}
