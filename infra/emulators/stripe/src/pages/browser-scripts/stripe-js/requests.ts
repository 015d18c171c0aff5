import { mountedFrame } from './elements.ts';
import { Frame } from './frame.ts';
import { FramedElement, type Values } from './framed-element.ts';
import type { Failure } from './intents.ts';

/** The publishable key, and the connected account that it acts in. */
export interface Sender {
  readonly key: string;
  readonly account?: string | undefined;
}

interface Request {
  /** The method that the app called. */
  readonly call: string;
  readonly to: 'checkout' | 'confirm' | 'confirmation_tokens' | 'payment_methods' | 'tokens';
  readonly secret?: string;
  readonly params: object;
  /** The element whose card is a part of the request. */
  readonly element?: FramedElement | null | undefined;
}

/** Sends a request from a frame of the emulator, whose pages alone may do so. */
export async function send<T>(
  sender: Sender,
  { call, element, params, ...request }: Request,
): Promise<T | Failure> {
  const { key, account } = sender;
  const fields = { key, ...(account && { account }), ...flattened(params) };
  const asked = { ask: 'send', ...request };
  if (element === undefined) return throughHiddenFrame({ ...asked, fields, withCard: false });
  const frame = mountedFrame(element, call);
  const others = element?.type === 'cardNumber' ? await otherParts(element, call) : {};
  if ('error' in others) return others;
  return frame.ask({ ...asked, fields: { ...fields, ...others.values }, withCard: true });
}

/** What was entered beside the number. The first error counts, in the order of the fields. */
async function otherParts(
  number: FramedElement,
  call: string,
): Promise<Failure | { readonly values?: Values }> {
  let values: Values = {};
  const checked = await mountedFrame(number, call).ask<Failure | object>({ ask: 'submit' });
  if ('error' in checked) return checked;
  for (const type of ['cardExpiry', 'cardCvc'] as const) {
    const frame = mountedFrame(number.parts.getElement(type), call);
    const answer = await frame.ask<Failure | { readonly values: Values }>({ ask: 'values' });
    if ('error' in answer) return answer;
    values = { ...values, ...answer.values };
  }
  return { values };
}

async function throughHiddenFrame<T>(asked: Parameters<Frame['ask']>[0]): Promise<T> {
  const place = document.createElement('div');
  place.hidden = true;
  document.body.append(place);
  try {
    return await new Frame(place, '/elements/card', 'Stripe', () => undefined).ask(asked);
  } finally {
    place.remove();
  }
}

/** `{ a: { b: 1 } }` becomes `a[b]=1`, as the API reads it. An element is no parameter. */
function flattened(params: object, parent = ''): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    const whole = parent === '' ? name : `${parent}[${name}]`;
    if (value === undefined || value === null || value instanceof FramedElement) continue;
    if (typeof value === 'object') Object.assign(fields, flattened(value, whole));
    else fields[whole] = String(value);
  }
  return fields;
}
