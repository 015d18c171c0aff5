import type { LoggedRequest } from '@outharbor/emulator-kit/request-log';
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
    /** Makes a request of the log again, as of another version, so that it is logged too. */
    again: async ({ method, url: path, requestHeaders, requestBody }: LoggedRequest, version: string) => {
      const headers = new Headers({ authorization: `Bearer ${bearer}`, 'stripe-version': version });
      const { 'content-type': type } = requestHeaders;
      if (type) headers.set('content-type', type);
      const answer = await fetch(new URL(path, base()), { method, headers, body: requestBody || null });
      return { status: answer.status, text: await answer.text() };
    },
  };
}
