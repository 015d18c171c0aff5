import type { StripeEmulator } from '@outharbor/stripe-emulator';
import Stripe from 'stripe';
import { noteDeviations } from './described-answers.ts';

/** The unmodified SDK, pointed at the emulator. */
export function createStripeClient(
  { port }: Pick<StripeEmulator, 'port'>,
  settings: Stripe.StripeConfig = {},
  key = 'sk_test_emulated',
): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout: 10_000,
    httpClient: checkingClient(),
    ...settings,
  });
}

/** Checks each answer in the newest version against Stripe's description. */
function checkingClient() {
  const client = Stripe.createNodeHttpClient();
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    const response = await makeRequest(...request);
    if (response.getHeaders()['stripe-version'] !== Stripe.API_VERSION) return response;
    const read = response.toJSON.bind(response);
    response.toJSON = async () => noteDeviations(await read());
    return response;
  };
  return client;
}
