import Stripe from 'stripe';

/** One call of an outside service over connections that stay open, by the client that carries the calls of Stripe. */
export function createUpstream(url: string) {
  const client = Stripe.createNodeHttpClient();
  const { hostname, port } = new URL(url);
  return async (): Promise<{ readonly id: string; readonly url: string }> => {
    const answer = await client.makeRequest(hostname, port, '/', 'POST', {}, 'plan=500', 'http', 4000);
    return (await answer.toJSON()) as { readonly id: string; readonly url: string };
  };
}
