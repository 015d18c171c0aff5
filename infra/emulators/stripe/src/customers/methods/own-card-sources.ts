import { exclusiveParameters, noSuch, notSupported } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { emit } from '../../kinds/objects.ts';
import type { Metadata } from '../../kinds/store/kind-type.ts';
import { type Customer, changeCustomer } from '../customer.ts';
import { isReadyMadeBank } from './bank-accounts.ts';
import { cardError } from './card-error.ts';
import { cardSourceWire } from './card-source.ts';
import { isCardSource, type PaymentMethod } from './payment-method.ts';
import { takeCard } from './save-card.ts';
import { testCardByName } from './test-cards.ts';

interface NewSource {
  readonly metadata?: Metadata;
  /** False for a card that the bank is not asked about. */
  readonly validate?: boolean | undefined;
}

/** Saves the card of a token for a customer; the first one is the default. */
export function addCardSource(
  context: Context,
  customer: Customer,
  token: string,
  { metadata = {}, validate = true }: NewSource = {},
): PaymentMethod {
  if (isReadyMadeBank(token) || context.store.bankTokens.get(token) !== undefined) {
    throw notSupported('bank accounts of customers', 'source');
  }
  const made = takeCard(context, token, 'source');
  if (made === undefined) throw noSuch('token', token, 'source');
  const { attaches, failure } = testCardByName(made.card.testCard);
  if (validate && failure !== null && !attaches) throw cardError(failure, undefined, '');
  const source = context.store.paymentMethods.put({ ...made, customer: customer.id, metadata });
  emit(context, 'customer.source.created', cardSourceWire(source));
  if (customer.default_source == null) setDefaultSource(context, customer, source.id);
  return source;
}

export function removeCardSource(context: Context, customer: Customer, source: PaymentMethod): void {
  context.store.paymentMethods.put({ ...source, customer: null, usedUp: true });
  emit(context, 'customer.source.deleted', cardSourceWire(source));
  if (customer.default_source !== source.id) return;
  const [next] = cardSources(context, customer);
  setDefaultSource(context, customer, next?.id ?? null);
}

function setDefaultSource(context: Context, before: Customer, source: string | null): void {
  changeCustomer(context, before, { ...before, default_source: source });
}

/** Newest first. */
export function cardSources({ store }: Context, { id }: Pick<Customer, 'id'>) {
  return store.paymentMethods.where('customer', id, isCardSource);
}

export function requireCardSource(
  context: Context,
  { id: customer }: Customer,
  id: string,
  param = 'id',
): PaymentMethod {
  const source = context.store.paymentMethods.get(id);
  if (source !== undefined && source.customer === customer && isCardSource(source)) return source;
  throw noSuch('source', id, param);
}

/** Makes the card of a token, or a card that the customer has, the default. */
export function changeDefaultSource(
  context: Context,
  customer: Customer,
  {
    source,
    default_source: id,
    validate,
  }: Pick<NewSource, 'validate'> & {
    readonly source?: string | undefined;
    readonly default_source?: string | undefined;
  },
): void {
  if (source !== undefined && id !== undefined) throw exclusiveParameters('default_source, source', 'source');
  if (source !== undefined) {
    const added = addCardSource(context, customer, source, { validate });
    const current = context.store.customers.get(customer.id) ?? customer;
    if (current.default_source !== added.id) setDefaultSource(context, current, added.id);
  }
  if (id !== undefined) {
    setDefaultSource(context, customer, requireCardSource(context, customer, id, 'source').id);
  }
}
