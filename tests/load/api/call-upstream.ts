import { StripeHttpClient } from '@outharbor/api/gateways/stripe/http-client';

const TIMEOUT_MS = 4000;
const BODY = 'plan=500';
const HEADERS = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': BODY.length };

/** One call of an outside service over connections that stay open, by the client that carries the calls of Stripe. */
export function createUpstream(url: string) {
  const client = new StripeHttpClient(TIMEOUT_MS);
  const { hostname, port } = new URL(url);
  return async (): Promise<{ readonly id: string; readonly url: string }> => {
    const answer = await client.makeRequest(hostname, port, '/', 'POST', HEADERS, BODY, 'http', TIMEOUT_MS);
    return (await answer.toJSON()) as { readonly id: string; readonly url: string };
  };
}
