import { elementAt, Frame, IntegrationError, type Location } from './frame.ts';

type Handler = (event: object) => void;

/** Elements in frames, so that the app's page never sees the number of a card. */
const FRAMES = {
  address: { path: '/elements/contact?part=address', title: 'Secure address input frame' },
  linkAuthentication: { path: '/elements/contact?part=email', title: 'Secure email input frame' },
  payment: { path: '/elements/card', title: 'Secure payment input frame' },
  card: { path: '/elements/card', title: 'Secure card payment input frame' },
  cardNumber: { path: '/elements/card?part=number', title: 'Secure card number input frame' },
  cardExpiry: { path: '/elements/card?part=expiry', title: 'Secure expiration date input frame' },
  cardCvc: { path: '/elements/card?part=cvc', title: 'Secure CVC input frame' },
} as const;

/** The last one shows only wallets, of which there is none. */
export type ElementType = keyof typeof FRAMES | 'expressCheckout';

export function isElementType(type: string): type is ElementType {
  return Object.hasOwn(FRAMES, type) || type === 'expressCheckout';
}

/** Elements for the parts of one card. */
interface Parts {
  getElement(type: ElementType): FramedElement | null;
}

export class FramedElement {
  readonly type: ElementType;
  readonly parts: Parts;
  readonly #handlers = new Map<string, Set<Handler>>();
  readonly #check: () => Promise<object>;
  #options: object;
  #frame: Frame | undefined;
  #destroyed = false;

  /** `check` verifies that the intent exists. */
  constructor(type: ElementType, options: object, parts: Parts, check: () => Promise<object>) {
    this.type = type;
    this.#options = options;
    this.parts = parts;
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
    if (this.type === 'expressCheckout') {
      queueMicrotask(() => this.#emit('ready', { availablePaymentMethods: undefined }));
      return;
    }
    const { path, title } = FRAMES[this.type];
    this.#frame = new Frame(place, path, title, (notice) => {
      if (notice.type === 'ready') void this.#tellWhetherLoaded();
      else if (notice.type === 'change') this.#emit('change', this.#shown(notice));
      else this.#emit(notice.type, {});
    });
    this.#configure();
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

  /** Options such as styles are accepted and ignored. */
  update(options: object = {}): this {
    this.#options = { ...this.#options, ...options };
    this.#configure();
    return this;
  }

  focus(): void {
    void this.#frame?.ask({ ask: 'focus' });
  }

  blur(): void {
    void this.#frame?.ask({ ask: 'blur' });
  }

  clear(): void {
    void this.#frame?.ask({ ask: 'clear' });
  }

  /** Of an address, what was entered. */
  async getValue(): Promise<object> {
    const state = await this.#frame?.ask<Readonly<Record<string, unknown>>>({ ask: 'state' });
    return state === undefined ? {} : this.#shown(state);
  }

  get mode(): string | undefined {
    const { mode } = this.#options as { readonly mode?: string };
    return mode;
  }

  #configure(): void {
    if (this.type === 'payment') return;
    const options = JSON.parse(JSON.stringify(this.#options)) as object;
    void this.#frame?.ask({ ask: 'configure', options });
  }

  async #tellWhetherLoaded(): Promise<void> {
    const answer = await this.#check();
    if ('error' in answer) this.#emit('loaderror', { error: answer.error });
    else this.#emit('ready', {});
  }

  #shown(state: Readonly<Record<string, unknown>>): object {
    const { empty, complete, error, brand, postalCode, values } = state;
    if (this.type === 'linkAuthentication') return { empty, complete, value: values };
    if (this.type === 'address') {
      const value = postalAddress(values as Values);
      return { elementMode: this.mode, empty, complete, isNewAddress: true, value };
    }
    if (this.type === 'payment') return { empty, complete, collapsed: false, value: { type: 'card' } };
    return {
      empty,
      complete,
      error,
      ...(this.type === 'card' && { value: { postalCode } }),
      ...((this.type === 'card' || this.type === 'cardNumber') && { brand }),
    };
  }

  #emit(type: string, detail: object): void {
    for (const handler of [...(this.#handlers.get(type) ?? [])])
      handler({ elementType: this.type, ...detail });
  }
}

export type Values = Readonly<Record<string, string>>;

/** The answers of an address element; the phone number is absent unless asked for. */
export function postalAddress({ name, phone, line2, ...address }: Values) {
  return { name, address: { ...address, line2: line2 || null }, ...(phone !== undefined && { phone }) };
}
