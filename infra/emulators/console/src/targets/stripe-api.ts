import { namespaceKey } from '@outharbor/stripe-emulator/control-client';
import { requestJson } from './target-request.ts';

/** The Stripe API, with the emulator's test key. */
export function stripeApi(url: string | undefined, givenKey: string, namespace: string | null) {
  const bearer = namespace === null ? givenKey : namespaceKey(givenKey, namespace);
  const base = () => {
    if (url === undefined) throw new Error('The console was started without STRIPE_URL.');
    return `${url}/v1/`;
  };
  return {
    get: async <T>(path: string): Promise<T> => requestJson(`${base()}${path}`, { bearer }),
    post: async <T>(path: string, form: Readonly<Record<string, string>>): Promise<T> =>
      requestJson(`${base()}${path}`, { method: 'POST', bearer, form }),
  };
}
