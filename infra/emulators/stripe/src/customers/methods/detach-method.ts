import { rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { emit } from '../../kinds/events/emit.ts';
import { changeCustomer, payingBy } from '../customer.ts';
import { type PaymentMethod, paymentMethodWire } from './payment-method.ts';

/** Detaches a payment method, which then is nobody's default. */
export function detachMethod(context: Context, method: PaymentMethod): PaymentMethod {
  const { store } = context;
  const detached = store.paymentMethods.put({ ...method, customer: null, usedUp: true });
  const previous = { customer: method.customer };
  emit(context, 'payment_method.detached', paymentMethodWire(detached), previous);
  context.installed.hooks.methodReleased(context, method);
  const customer = store.customers.get(method.customer ?? '');
  const is_default = customer?.invoice_settings.default_payment_method === method.id;
  const isSource = customer?.default_source === method.id;
  if (customer !== undefined && (is_default || isSource)) {
    const after = is_default ? payingBy(customer, null) : customer;
    changeCustomer(context, customer, { ...after, ...(isSource && { default_source: null }) });
  }
  context.installed.hooks.methodDetached(context, method);
  return detached;
}

export function rejectUsedUp({ customer, usedUp = false }: PaymentMethod): void {
  if (customer !== null || !usedUp) return;
  throw rejected(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
  );
}
