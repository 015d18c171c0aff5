import { StripeHttpClient } from '@outharbor/api/gateways/stripe/http-client';

const TIMEOUT_MS = 4000;
const BODY = 'plan=500';
const HEADERS = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': BODY.length };

/** Makes one call to an external service with the HTTP client that the Stripe gateway uses. */
export function createUpstream(url: string) {
  const client = new StripeHttpClient(TIMEOUT_MS);
  const { hostname, port } = new URL(url);
  return async (): Promise<{ readonly id: string; readonly url: string }> => {
    const answer = await client.makeRequest(hostname, port, '/', 'POST', HEADERS, BODY, 'http', TIMEOUT_MS);
    return (await answer.toJSON()) as { readonly id: string; readonly url: string };
  };
}
