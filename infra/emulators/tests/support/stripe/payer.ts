import type { World } from './forms.ts';

/** A customer with one of Stripe's test payment methods; the default one pays. */
export async function payer({ stripe }: World, card = 'pm_card_visa'): Promise<string> {
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
  const method = await stripe.paymentMethods.attach(card, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } });
  return customer;
}

/** A finalized, unpaid invoice with a line for each amount. */
export async function openInvoice({ stripe }: World, customer: string, amounts: readonly number[]) {
  const { id } = await stripe.invoices.create({ customer });
  for (const amount of amounts) {
    await stripe.invoiceItems.create({ customer, amount, currency: 'usd', invoice: id });
  }
  return stripe.invoices.finalizeInvoice(id);
}
