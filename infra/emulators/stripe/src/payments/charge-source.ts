import type { Customer } from '../customers/customer.ts';
import { cardError } from '../customers/methods/card-error.ts';
import { cardSources } from '../customers/methods/own-card-sources.ts';
import type { PaymentMethod } from '../customers/methods/payment-method.ts';
import { takeCard } from '../customers/methods/save-card.ts';
import { failure, type PaymentFailure, type TestCard } from '../customers/methods/test-card.ts';
import { testCardByName } from '../customers/methods/test-cards.ts';
import { ApiError, noSuch, notSupported, rejected } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import { emit, newId } from '../kinds/objects.ts';
import { AUTHORIZED_FOR_SECONDS } from './attempt-payment.ts';
import { chargeWire, NEW_CHARGE } from './charge.ts';
import { absentFailure, decideCharge } from './decide-charge.ts';
import { contestCharge } from './disputes/dispute-charge.ts';
import type { Charge } from './payment-entities.ts';
import { bookCharge } from './splits/split-charge.ts';

type Asked = 'amount' | 'currency' | 'customer' | 'description' | 'metadata';

interface NewCharge extends Omit<Partial<Charge>, Asked>, Pick<Charge, Asked> {
  readonly captures: boolean;
  readonly now: number;
}

/** Charges a card without a payment intent, as before there were any; throws a card error if it is declined. */
export function chargeSource(context: Context, source: PaymentMethod, given: NewCharge): Charge {
  const { captures, now, ...asked } = given;
  const card = testCardByName(source.card.testCard);
  const decision = decideCharge(card, { onSession: true, authenticated: false });
  const failure = toFailure(card, decision);
  const made: Charge = {
    ...NEW_CHARGE,
    ...asked,
    id: newId('ch'),
    created: now,
    payment_method: source.id,
    card: source.card,
    billing_details: source.billing_details,
    failure,
    ...(captures ? {} : { amount_captured: null, capture_before: now + AUTHORIZED_FOR_SECONDS }),
  };
  const entered = failure === null && captures;
  const charge = context.store.charges.put(entered ? { ...made, ...bookCharge(context, made) } : made);
  if (source.customer === null) context.store.paymentMethods.put({ ...source, usedUp: true });
  const wire = chargeWire(context, charge);
  emit(context, failure === null ? 'charge.succeeded' : 'charge.failed', wire);
  if (failure !== null) throw cardError(failure, wire);
  if (captures) contestCharge(context, charge);
  return charge;
}

function toFailure(card: TestCard, decision: ReturnType<typeof decideCharge>): PaymentFailure | null {
  if (decision.result === 'asks_for_authentication') return absentFailure(card);
  return decision.result === 'fails' ? decision.failure : null;
}

/** The card of a token, or one that the customer has; the customer's default without either. */
export function chargedSource(
  context: Context,
  id: string | undefined,
  customer: Pick<Customer, 'default_source' | 'id'> | null,
): PaymentMethod {
  const card = takeCard(context, id ?? '', 'source');
  if (card !== undefined) {
    if (customer !== null) throw noSuch('source', id ?? '', 'source');
    return context.store.paymentMethods.put(card);
  }
  if (context.store.accounts.get(id ?? '') !== undefined) throw notSupported('account debits', 'source');
  if (customer === null) {
    if (id !== undefined) throw noSuch('token', id, 'source');
    throw rejected('Must provide source or customer.', { code: 'parameter_missing' });
  }
  const wanted = id ?? customer.default_source;
  for (const source of cardSources(context, customer)) if (source.id === wanted) return source;
  if (id !== undefined) {
    const message = `Customer ${customer.id} does not have a linked source with ID ${id}.`;
    throw new ApiError(404, 'invalid_request_error', message, { code: 'missing', param: 'source' });
  }
  throw cardError(NO_CARD, undefined, 'card');
}

const NO_CARD = failure('missing', 'Cannot charge a customer that has no active card');
