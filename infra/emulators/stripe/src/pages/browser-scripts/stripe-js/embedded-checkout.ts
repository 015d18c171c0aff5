import { checkedSecret, elementAt, Frame, IntegrationError, type Location } from './frame.ts';
import { inquire } from './intents.ts';

export interface EmbeddedCheckoutOptions {
  readonly clientSecret?: string;
  readonly fetchClientSecret?: () => Promise<string>;
  readonly onComplete?: () => void;
}

/** Stripe allows only one at a time. */
let isOpen = false;

/** Embeds a checkout session in the app's page. Rejects if there is no such session. */
export async function createEmbeddedCheckout(options: EmbeddedCheckoutOptions, key: string) {
  if (isOpen) throw new IntegrationError('You cannot have multiple Embedded Checkout objects.');
  isOpen = true;
  try {
    const given = options.fetchClientSecret ? await options.fetchClientSecret() : options.clientSecret;
    const secret = checkedSecret(given, 'initEmbeddedCheckout()', /^cs_/);
    const session = await inquire<{ id: string }>(`/elements/sessions/${secret}`, key);
    if ('error' in session) throw new IntegrationError(session.error.message);
    if ('total' in session) throw new IntegrationError('The session was not created with an embedded page.');
    return new EmbeddedCheckout(`/c/pay/${secret}`, options.onComplete);
  } catch (error) {
    isOpen = false;
    throw error;
  }
}

class EmbeddedCheckout {
  readonly #path: string;
  readonly #onComplete: (() => void) | undefined;
  #frame: Frame | undefined;
  #destroyed = false;
  #complete = false;

  constructor(path: string, onComplete: (() => void) | undefined) {
    this.#path = path;
    this.#onComplete = onComplete;
  }

  mount(location: Location): void {
    if (this.#destroyed) throw new IntegrationError('This Embedded Checkout has already been destroyed.');
    this.unmount();
    this.#frame = new Frame(elementAt(location), this.#path, 'Secure checkout', ({ type, leadsTo }) => {
      if (type === 'complete') this.#finish(leadsTo);
    });
  }

  unmount(): void {
    this.#frame?.remove();
    this.#frame = undefined;
  }

  destroy(): void {
    this.unmount();
    if (!this.#destroyed) isOpen = false;
    this.#destroyed = true;
  }

  #finish(leadsTo: unknown): void {
    if (this.#complete) return;
    this.#complete = true;
    if (typeof leadsTo === 'string') location.assign(leadsTo);
    else this.#onComplete?.();
  }
}
