import { changeSubscription } from '../../billing/subscriptions/announce-update.ts';
import { rejected } from '../../description/api-error.ts';
import { changeCustomer } from '../../kinds/announced.ts';
import type { Context } from '../../kinds/context.ts';
import { emit } from '../../kinds/events/emit.ts';
import { endMandate } from '../../payments/debits/make-mandate.ts';
import { type PaymentMethod, payingBy } from '../customer-entities.ts';
import { paymentMethodWire } from './payment-method.ts';

/** Detaches a payment method, which then is nobody's default. */
export function detachMethod(context: Context, method: PaymentMethod): PaymentMethod {
  const { store } = context;
  const detached = store.paymentMethods.put({ ...method, customer: null, usedUp: true });
  const previous = { customer: method.customer };
  emit(context, 'payment_method.detached', paymentMethodWire(detached), previous);
  for (const { id } of store.mandates.where('payment_method', method.id)) endMandate(context, id);
  const isIts = (owner: { readonly default_payment_method?: string | null }) =>
    owner.default_payment_method === method.id;
  const customer = store.customers.get(method.customer ?? '');
  const is_default = customer?.invoice_settings.default_payment_method === method.id;
  const isSource = customer?.default_source === method.id;
  if (customer !== undefined && (is_default || isSource)) {
    const after = is_default ? payingBy(customer, null) : customer;
    changeCustomer(context, customer, { ...after, ...(isSource && { default_source: null }) });
  }
  for (const subscription of store.subscriptions.newestFirst(isIts)) {
    changeSubscription(context, subscription, { ...subscription, default_payment_method: null });
  }
  for (const invoice of store.invoices.newestFirst(isIts)) {
    store.invoices.put({ ...invoice, default_payment_method: null });
  }
  return detached;
}

export function rejectUsedUp({ customer, usedUp = false }: PaymentMethod): void {
  if (customer !== null || !usedUp) return;
  throw rejected(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
  );
}
