import { elementAt, Frame, type Location } from './frame.ts';
import { IntegrationError } from './integration-error.ts';
import { type Failure, retrieveIntent } from './intents.ts';

type Handler = (event: object) => void;

/** Card fields in an emulator frame, so that the app's page never sees the number. */
export class PaymentElement {
  readonly #handlers = new Map<string, Set<Handler>>();
  readonly #check: () => Promise<object>;
  #frame: Frame | undefined;
  #destroyed = false;

  /** `check` verifies that the intent exists. */
  constructor(check: () => Promise<object>) {
    this.#check = check;
  }

  get frame(): Frame | undefined {
    return this.#frame;
  }

  get destroyed(): boolean {
    return this.#destroyed;
  }

  mount(location: Location): void {
    if (this.#destroyed) throw new IntegrationError('This Element has already been destroyed.');
    this.unmount();
    const place = elementAt(location);
    this.#frame = new Frame(place, '/elements/card', 'Secure payment input frame', (notice) => {
      if (notice.type === 'ready') void this.#tellWhetherLoaded();
      if (notice.type !== 'change') return;
      const { empty, complete } = notice;
      this.#emit('change', { empty, complete, collapsed: false, value: { type: 'card' } });
    });
  }

  unmount(): void {
    this.#frame?.remove();
    this.#frame = undefined;
  }

  destroy(): void {
    this.unmount();
    this.#destroyed = true;
  }

  on(type: string, handler: Handler): this {
    this.#handlers.set(type, (this.#handlers.get(type) ?? new Set()).add(handler));
    return this;
  }

  once(type: string, handler: Handler): this {
    const first = (event: object) => {
      this.off(type, first);
      handler(event);
    };
    return this.on(type, first);
  }

  off(type: string, handler?: Handler): this {
    if (handler === undefined) this.#handlers.delete(type);
    else this.#handlers.get(type)?.delete(handler);
    return this;
  }

  /** Options such as appearance are accepted and ignored. */
  update(): this {
    return this;
  }

  async #tellWhetherLoaded(): Promise<void> {
    const answer = await this.#check();
    if ('error' in answer) this.#emit('loaderror', { error: answer.error });
    else this.#emit('ready', {});
  }

  #emit(type: string, detail: object): void {
    for (const handler of [...(this.#handlers.get(type) ?? [])])
      handler({ elementType: 'payment', ...detail });
  }
}

/** The elements of one payment; only the Payment Element is supported. */
export class Elements {
  readonly clientSecret: string | undefined;
  readonly #key: string;
  #element: PaymentElement | undefined;

  constructor(clientSecret: string | undefined, key: string) {
    this.clientSecret = clientSecret;
    this.#key = key;
  }

  create(type: string): PaymentElement {
    if (type !== 'payment') {
      throw new IntegrationError(`The emulated Stripe.js supports only the Payment Element, not "${type}".`);
    }
    if (this.getElement(type) !== null) {
      throw new IntegrationError('Can only create one Element of type payment.');
    }
    const { clientSecret } = this;
    const check = async () => (clientSecret === undefined ? {} : retrieveIntent(clientSecret, this.#key));
    this.#element = new PaymentElement(check);
    return this.#element;
  }

  getElement(type: string): PaymentElement | null {
    return type === 'payment' && this.#element?.destroyed === false ? this.#element : null;
  }

  /** Validates the card before confirmation. */
  submit(): Promise<Failure | { selectedPaymentMethod: string }> {
    return this.mountedFrame('elements.submit()').ask({ ask: 'submit' });
  }

  async update(): Promise<void> {}

  async fetchUpdates(): Promise<object> {
    return {};
  }

  on(): void {}

  mountedFrame(call: string): Frame {
    const frame = this.getElement('payment')?.frame;
    if (frame !== undefined) return frame;
    throw new IntegrationError(
      `Invalid value for ${call}: elements should have a mounted Payment Element or Express Checkout Element.`,
    );
  }
}
