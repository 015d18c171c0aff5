import { debitType } from '../../customers/methods/card.ts';
import type { PaymentMethod } from '../../customers/methods/payment-method.ts';
import { isRedirect } from '../../customers/methods/redirect-methods.ts';
import { missingParameter, noSuch, notSupported, rejected } from '../../description/api-error.ts';
import { defined } from '../../description/json.ts';
import type { Context } from '../../kinds/context.ts';
import { emit, newId } from '../../kinds/objects.ts';
import { object } from '../../kinds/params/composite.ts';
import { integer, oneOf, optional, type Reader, text } from '../../kinds/params/reader.ts';
import { type Mandate, mandateWire } from './mandate.ts';

/** Of both forms that Stripe describes: a browser's confirmation leaves out what Stripe sees of it. */
const read = object({
  customer_acceptance: object({
    accepted_at: optional(integer()),
    offline: optional(object({})),
    online: optional(object({ ip_address: optional(text()), user_agent: optional(text()) })),
    type: oneOf('offline', 'online'),
  }),
});

/** How the customer accepted a mandate. */
export const mandateData: Reader<Acceptance> = (value, name) => {
  const { accepted_at = null, online, type } = read(value, name).customer_acceptance;
  if (type === 'offline') return { customer_acceptance: { accepted_at, offline: {}, type } };
  if (online === undefined) throw missingParameter(`${name}[customer_acceptance][online]`);
  const known = { ip_address: null, user_agent: null, ...defined(online) };
  return { customer_acceptance: { accepted_at, online: known, type } };
};

type Acceptance = Pick<Mandate, 'customer_acceptance'>;

/** What a confirmation says of its mandate. */
export interface GivenMandate {
  readonly id?: string | undefined;
  readonly acceptance?: Acceptance | undefined;
}

interface Use extends Pick<Mandate, 'payment'> {
  readonly method: PaymentMethod;
  readonly given: GivenMandate;
  readonly on_behalf_of?: string | undefined;
  /** Whether no earlier one counts. */
  readonly isNew?: boolean;
}

/** Bank debits need a mandate, and so does what redirects if it is saved. */
function needsMandate({ method, payment }: Use): boolean {
  const isSaved = payment === null && isRedirect(method.card.testCard);
  return isSaved || debitType(method.card) !== undefined;
}

/** The id of the mandate under which a payment method may be used, if it needs one. `without` is what an error shows. */
export function allowingMandate(
  context: Context,
  { without, ...use }: Use & { readonly without: () => object },
): string | undefined {
  const mandate = mandateFor(context, use);
  if (mandate !== undefined || !needsMandate(use)) return mandate?.id;
  const shown = without();
  const kind = 'payment_intent' in shown ? 'PaymentIntent' : 'SetupIntent';
  throw rejected(
    `This ${kind} requires a mandate, but no existing mandate was found. Collect mandate acceptance from the customer and try again, providing acceptance data in the mandate_data parameter.`,
    shown,
  );
}

/** The given mandate, a new one, or an earlier one that allows the use. */
export function mandateFor(context: Context, use: Use): Mandate | undefined {
  const { given, isNew = false, method, ...terms } = use;
  if (given.id !== undefined) return requireMandate(context, given.id, method, terms.payment);
  if (given.acceptance === undefined) return isNew ? undefined : earlierMandate(context, method);
  if (!needsMandate(use)) return undefined;
  return context.store.mandates.put({
    ...given.acceptance,
    ...defined(terms),
    id: newId('mandate'),
    created: context.time.now(),
    payment_method: method.id,
    status: 'active',
  });
}

function requireMandate(
  { store }: Context,
  id: string,
  method: PaymentMethod,
  payment: Mandate['payment'],
): Mandate {
  const mandate = store.mandates.get(id);
  if (mandate === undefined) throw noSuch('mandate', id, 'mandate');
  if (mandate.payment_method !== method.id) {
    throw rejected(`The mandate ${id} does not belong to the PaymentMethod ${method.id}.`, 'mandate');
  }
  if (mandate.status === 'inactive') {
    throw rejected('The provided mandate is inactive and cannot be used.', {
      code: 'payment_intent_mandate_invalid',
      param: 'mandate',
    });
  }
  const { payment: only } = mandate;
  if (only !== null && (only.amount !== payment?.amount || only.currency !== payment.currency)) {
    throw notSupported('payments other than the one that a mandate allows', 'mandate');
  }
  return mandate;
}

function earlierMandate({ store }: Context, { id }: PaymentMethod): Mandate | undefined {
  const [mandate] = store.mandates.where(
    'payment_method',
    id,
    ({ payment, status }) => payment === null && status !== 'inactive',
  );
  return mandate;
}

/** A mandate that the customer gave for one payment allows no other once that is made. */
export function useUp(context: Context, id: string): void {
  if (context.store.mandates.get(id)?.payment) endMandate(context, id);
}

/** After the bank has rejected a debit for good, its mandate allows no other. */
export function endMandate(context: Context, id: string | undefined): void {
  const mandate = context.store.mandates.get(id ?? '');
  if (mandate === undefined || mandate.status === 'inactive') return;
  const ended = context.store.mandates.put({ ...mandate, status: 'inactive' });
  emit(context, 'mandate.updated', mandateWire(context, ended), { status: mandate.status });
}
