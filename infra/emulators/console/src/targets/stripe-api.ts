import { namespaceKey } from '@outharbor/stripe-emulator/control-client';
import { requestJson } from './target-request.ts';

/** The Stripe API, with the emulator's test key. */
export class StripeApi {
  readonly #url: string | undefined;
  readonly #key: string;

  constructor(url: string | undefined, key: string, namespace: string | null) {
    this.#url = url;
    this.#key = namespace === null ? key : namespaceKey(key, namespace);
  }

  async get<T>(path: string): Promise<T> {
    return requestJson(`${this.#base()}${path}`, { bearer: this.#key });
  }

  async post<T>(path: string, form: Readonly<Record<string, string>>): Promise<T> {
    return requestJson(`${this.#base()}${path}`, { method: 'POST', bearer: this.#key, form });
  }

  #base(): string {
    if (this.#url === undefined) throw new Error('The console was started without STRIPE_URL.');
    return `${this.#url}/v1/`;
  }
}
