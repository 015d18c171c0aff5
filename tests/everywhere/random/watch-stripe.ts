import { actor } from './actor.ts';
import { virtualClock } from './virtual-clock.ts';

const OWNED = /^\/v1\/(?:subscriptions|customers|checkout\/sessions|invoices)\/(\w+)/;

interface Owned {
  readonly metadata?: Readonly<Record<string, string>> | null;
  readonly customer?: string | null;
}

/**
 * Replaces `fetch` while schedules run: Stripe's answers have Stripe's time, and `touched` collects each write of a deployment
 * to an object that names another one, by itself or else by its customer.
 */
export function watchStripe(stripeUrl: string) {
  const original = globalThis.fetch;
  const touched: string[] = [];
  const ownerOf = async (path: string, headers: RequestInit['headers']): Promise<string | undefined> => {
    const answer = await original(`${stripeUrl}${path}`, { headers: new Headers(headers) });
    const { metadata, customer } = (await answer.json()) as Owned;
    if (metadata?.deployment !== undefined || typeof customer !== 'string') return metadata?.deployment;
    return ownerOf(`/v1/customers/${customer}`, headers);
  };
  const watching = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input));
    if (url.origin !== new URL(stripeUrl).origin) return original(input, init);
    const { deployment } = actor.getStore() ?? {};
    const [target] = OWNED.exec(url.pathname) ?? [];
    if (deployment !== undefined && target !== undefined && init.method !== 'GET') {
      const owner = await ownerOf(target, {
        authorization: new Headers(init.headers).get('authorization') ?? '',
      });
      if (owner !== undefined && owner.trim() === owner && owner !== deployment)
        touched.push(`${deployment} changed ${target} of ${owner}`);
    }
    const response = await original(input, init);
    const headers = new Headers(response.headers);
    headers.set('date', new Date(virtualClock.now() * 1000).toUTCString());
    return new Response(response.body, { status: response.status, headers });
  };
  globalThis.fetch = watching as typeof fetch;
  const stop = () => {
    globalThis.fetch = original;
  };
  return { touched, stop };
}
