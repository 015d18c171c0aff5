import type { Context } from '../../kinds/context.ts';
import { changedAttributes, emit } from '../../kinds/events/emit.ts';
import type { Invoice } from '../billing-entities.ts';
import { invoiceWire } from './invoice.ts';
import { hasPayment, invoicePaymentWire } from './invoice-payment.ts';

/** No webhook has been delivered for it yet. */
export function announceCreation(context: Context, invoice: Invoice): Invoice {
  const announced = { ...invoiceWire(context, invoice), webhooks_delivered_at: null };
  const deliveries = emit(context, 'invoice.created', announced);
  return deliveries.length === 0 ? invoice : context.store.invoices.put({ ...invoice, deliveries });
}

/**
 * Announces that an invoice with a due date is sent once it is finalized, by "Emails after finalization" of
 * docs.stripe.com/invoicing/integration/workflow-transitions. In test mode the event comes without an email.
 */
export function announceSent(context: Context, open: Invoice): void {
  const { addressee, auto_advance, due_date } = open;
  if (due_date == null || !auto_advance || addressee?.customer_email == null) return;
  emit(context, 'invoice.sent', invoiceWire(context, open));
}

export function announcePayment(context: Context, paid: Invoice): void {
  emit(context, 'invoice.paid', invoiceWire(context, paid));
  if (paid.paid_out_of_band !== true) emit(context, 'invoice.payment_succeeded', invoiceWire(context, paid));
  if (hasPayment(paid)) emit(context, 'invoice_payment.paid', invoicePaymentWire(paid));
}

/** An invoice that existed before the call or the due time has changed. */
export function announceInvoice(context: Context, after: Invoice): void {
  const before = context.store.before(context.store.invoices, after.id);
  if (before === undefined) return;
  const wire = invoiceWire(context, after);
  emit(context, 'invoice.updated', wire, changedAttributes(invoiceWire(context, before), wire));
}
