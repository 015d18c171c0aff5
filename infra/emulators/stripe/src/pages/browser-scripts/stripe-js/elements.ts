import { type Frame, IntegrationError } from './frame.ts';
import { FramedElement, isElementType, postalAddress, type Values } from './framed-element.ts';
import { type Failure, retrieveIntent } from './intents.ts';

export interface ElementsOptions {
  readonly clientSecret?: string | undefined;
  /** What an intent that is made later will be for. */
  readonly mode?: string | undefined;
  readonly setupFutureUsage?: string | undefined;
}

/** Billing and shipping details as the API names them. */
export interface Contact {
  readonly billing: object;
  readonly shipping?: object;
}

/** The components of Stripe's library for React say which element they show. */
type Named = string | { readonly __elementType?: string };

interface Mode {
  readonly mode?: string;
}

/** Elements that look at the intent, or at what is known of it. */
const FOR_INTENTS = ['linkAuthentication', 'payment'];

/** The elements of one payment. */
export class Elements {
  readonly options: ElementsOptions;
  readonly #key: string;
  #elements: readonly FramedElement[] = [];
  #submitted = false;

  constructor(options: ElementsOptions, key: string) {
    this.options = options;
    this.#key = key;
  }

  create(type: string, options: Mode = {}): FramedElement {
    if (!isElementType(type)) {
      throw new IntegrationError(
        `The emulated Stripe.js supports only the Payment Element and those for cards and addresses, not "${type}".`,
      );
    }
    if (this.getElement(type, options) !== null) {
      throw new IntegrationError(`Can only create one Element of type ${type}.`);
    }
    const { clientSecret, mode } = this.options;
    if (FOR_INTENTS.includes(type) && clientSecret === undefined && mode === undefined) {
      throw new IntegrationError(
        `In order to create a ${type} element, you must pass a clientSecret or mode when creating the Elements group.\n\n  e.g. stripe.elements({clientSecret: "{{CLIENT_SECRET}}"})`,
      );
    }
    const check = async () => (clientSecret === undefined ? {} : retrieveIntent(clientSecret, this.#key));
    const element = new FramedElement(type, options, this, check);
    this.#elements = [...this.#elements, element];
    return element;
  }

  /** There can be an address to bill and another to ship to. */
  getElement(named: Named, { mode }: Mode = {}): FramedElement | null {
    const type = typeof named === 'string' ? named : named.__elementType;
    const isMeant = (element: FramedElement) =>
      element.type === type && !element.destroyed && (mode ?? element.mode) === element.mode;
    return this.#elements.find(isMeant) ?? null;
  }

  /** Validates all that was entered before confirmation. */
  async submit(): Promise<Failure | { selectedPaymentMethod: string }> {
    const frame = mountedFrame(this.getElement('payment'), 'elements.submit()');
    const answer = await frame.ask<Failure | { selectedPaymentMethod: string }>({ ask: 'submit' });
    if ('error' in answer) return answer;
    const contact = await this.contact();
    if ('error' in contact) return contact;
    this.#submitted = true;
    return answer;
  }

  /** Before there is an intent, only what was submitted can be used. */
  requireSubmitted(call: string): void {
    if (this.options.mode === undefined || this.#submitted) return;
    throw new IntegrationError(
      `elements.submit() must be called before ${call}. Call elements.submit() as soon as your customer presses pay, prior to any asynchronous work. Integration guide: https://stripe.com/docs/payments/accept-a-payment-deferred`,
    );
  }

  /** What the elements beside the card have collected. */
  async contact(): Promise<Failure | Contact> {
    let contact: Contact = { billing: {} };
    for (const { frame, mode, type } of this.#elements) {
      if (frame === undefined || (type !== 'address' && type !== 'linkAuthentication')) continue;
      const answer = await frame.ask<Failure | { readonly values: Values }>({ ask: 'values' });
      if ('error' in answer) return answer;
      const given = type === 'address' ? postalAddress(answer.values) : answer.values;
      contact =
        mode === 'shipping'
          ? { ...contact, shipping: given }
          : { ...contact, billing: { ...contact.billing, ...given } };
    }
    return contact;
  }

  async update(): Promise<void> {}

  async fetchUpdates(): Promise<object> {
    return {};
  }

  on(): void {}
}

export function mountedFrame(element: FramedElement | null, call: string): Frame {
  if (element?.frame !== undefined) return element.frame;
  const wanted =
    element === null || element.type === 'payment'
      ? 'elements should have a mounted Payment Element or Express Checkout Element'
      : 'the Element should be mounted';
  throw new IntegrationError(`Invalid value for ${call}: ${wanted}.`);
}

export interface GivenDetails {
  readonly payment_method_data?: { readonly billing_details?: object };
}

/** The parameters with what the elements have collected. What the app says takes precedence. */
export function withContact(params: GivenDetails, { billing, shipping }: Contact): object {
  const { payment_method_data: data } = params;
  const billing_details = { ...billing, ...data?.billing_details };
  return { shipping, ...params, payment_method_data: { ...data, billing_details } };
}
