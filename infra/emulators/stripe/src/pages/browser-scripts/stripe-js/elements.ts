import { CardElement, type ElementType, isElementType } from './card-element.ts';
import type { Frame } from './frame.ts';
import { IntegrationError } from './integration-error.ts';
import { type Failure, retrieveIntent } from './intents.ts';

export interface ElementsOptions {
  readonly clientSecret?: string | undefined;
  readonly setupFutureUsage?: string | undefined;
}

/** The components of Stripe's library for React say which element they show. */
type Named = string | { readonly __elementType?: string };

/** The elements of one payment. Those that do not collect cards are not supported. */
export class Elements {
  readonly options: ElementsOptions;
  readonly #key: string;
  readonly #elements = new Map<ElementType, CardElement>();

  constructor(options: ElementsOptions, key: string) {
    this.options = options;
    this.#key = key;
  }

  create(type: string, options: object = {}): CardElement {
    if (!isElementType(type)) {
      throw new IntegrationError(
        `The emulated Stripe.js supports only the Payment Element and those for cards, not "${type}".`,
      );
    }
    if (this.getElement(type) !== null) {
      throw new IntegrationError(`Can only create one Element of type ${type}.`);
    }
    const { clientSecret } = this.options;
    const check = async () => (clientSecret === undefined ? {} : retrieveIntent(clientSecret, this.#key));
    const element = new CardElement(type, options, this, check);
    this.#elements.set(type, element);
    return element;
  }

  getElement(named: Named): CardElement | null {
    const type = typeof named === 'string' ? named : (named.__elementType ?? '');
    const element = isElementType(type) ? this.#elements.get(type) : undefined;
    return element?.destroyed === false ? element : null;
  }

  /** Validates the card before confirmation. */
  submit(): Promise<Failure | { selectedPaymentMethod: string }> {
    return mountedFrame(this.getElement('payment'), 'elements.submit()').ask({ ask: 'submit' });
  }

  async update(): Promise<void> {}

  async fetchUpdates(): Promise<object> {
    return {};
  }

  on(): void {}
}

export function mountedFrame(element: CardElement | null, call: string): Frame {
  if (element?.frame !== undefined) return element.frame;
  const wanted =
    element === null || element.type === 'payment'
      ? 'elements should have a mounted Payment Element or Express Checkout Element'
      : 'the Element should be mounted';
  throw new IntegrationError(`Invalid value for ${call}: ${wanted}.`);
}
