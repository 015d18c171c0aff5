import { type Contact, Elements, withContact } from './elements.ts';
import { checkedSecret, IntegrationError } from './frame.ts';
import { FramedElement } from './framed-element.ts';
import { type Failure, type Intent, settled, toResult } from './intents.ts';
import { type Sender, send } from './requests.ts';

interface CardData {
  readonly card?: FramedElement | { readonly token: string };
}

/** `confirmCardPayment` and `confirmCardSetup`: with the card of an element, a token or a saved payment method. */
export async function confirmCard(
  sender: Sender,
  { call, prefix, secret }: { readonly call: string; readonly prefix: RegExp; readonly secret: unknown },
  { payment_method: method, ...others }: { readonly payment_method?: string | CardData } = {},
  { handleActions = true }: { readonly handleActions?: boolean } = {},
) {
  const given =
    typeof method === 'object' ? { payment_method_data: asCard(method) } : { payment_method: method };
  const answer = await send<Intent>(sender, {
    call,
    to: 'confirm',
    secret: checkedSecret(secret, call, prefix),
    params: { ...others, ...given },
    element: typeof method === 'object' ? findElement(method) : undefined,
  });
  return handleActions ? settled(answer, sender.key) : toResult(answer);
}

interface OfElements {
  readonly elements: Elements;
  readonly params?: object;
}
interface OfElement {
  readonly element: FramedElement;
  readonly params?: object;
}
type MethodData = CardData & { readonly type: string };

/** The second form is that of Stripe's first releases. */
export async function createPaymentMethod(
  sender: Sender,
  given: OfElements | OfElement | MethodData | string,
  element?: FramedElement | object,
  data?: object,
): Promise<Failure | { readonly paymentMethod: object }> {
  const call = 'stripe.createPaymentMethod()';
  const contact = await readContact(given, call);
  if ('error' in contact) return contact;
  const { params, ...chosen } = chooseMethod(given, element, data);
  const { billing_details } = params as { billing_details?: object };
  const details = { ...params, billing_details: { ...contact.billing, ...billing_details } };
  const request = { call, to: 'payment_methods', params: details, ...chosen } as const;
  const answer = await send<object>(sender, request);
  return 'error' in answer ? answer : { paymentMethod: answer };
}

function chooseMethod(
  given: OfElements | OfElement | MethodData | string,
  element?: FramedElement | object,
  data: object = {},
): { readonly params: object; readonly element?: FramedElement | null | undefined } {
  if (typeof given === 'string') {
    return element instanceof FramedElement
      ? { params: { type: given, ...data }, element }
      : { params: { type: given, ...element } };
  }
  if ('elements' in given)
    return { params: given.params ?? {}, element: given.elements.getElement('payment') };
  if ('element' in given) return { params: given.params ?? {}, element: given.element };
  return { params: given, element: findElement(given) };
}

export async function createConfirmationToken(
  sender: Sender,
  given: OfElements | OfElement,
): Promise<Failure | { readonly confirmationToken: object }> {
  const call = 'stripe.createConfirmationToken()';
  const contact = await readContact(given, call);
  if ('error' in contact) return contact;
  const usage = 'elements' in given ? given.elements.options.setupFutureUsage : undefined;
  const answer = await send<object>(sender, {
    call,
    to: 'confirmation_tokens',
    params: { setup_future_usage: usage, ...withContact(given.params ?? {}, contact) },
    element: 'elements' in given ? given.elements.getElement('payment') : given.element,
  });
  return 'error' in answer ? answer : { confirmationToken: answer };
}

async function readContact(given: object | string, call: string): Promise<Failure | Contact> {
  if (typeof given !== 'object' || !('elements' in given) || !(given.elements instanceof Elements)) {
    return { billing: {} };
  }
  given.elements.requireSubmitted(call);
  return given.elements.contact();
}

/** Of a card, or of what its type names. */
export async function createToken(
  sender: Sender,
  given: FramedElement | string,
  data: object = {},
): Promise<Failure | { readonly token: object }> {
  const of =
    typeof given === 'string'
      ? { params: { [given]: data } }
      : { params: { card: data }, element: cardElement(given, 'stripe.createToken()') };
  const answer = await send<object>(sender, { call: 'stripe.createToken()', to: 'tokens', ...of });
  return 'error' in answer ? answer : { token: answer };
}

function cardElement(given: unknown, call: string): FramedElement {
  if (given instanceof FramedElement) return given;
  throw new IntegrationError(`Invalid value for ${call}: expected an Element or the type of a token.`);
}

function asCard(data: CardData): object {
  return { type: 'card', ...data };
}

function findElement({ card }: CardData): FramedElement | undefined {
  return card instanceof FramedElement ? card : undefined;
}

/** A browser without a wallet. */
export function paymentRequest() {
  return {
    canMakePayment: async () => null,
    on: () => undefined,
    once: () => undefined,
    off: () => undefined,
    update: () => undefined,
    abort: () => undefined,
    show() {
      throw new IntegrationError('show() needs canMakePayment() to find a wallet, which the emulator lacks.');
    },
  };
}
