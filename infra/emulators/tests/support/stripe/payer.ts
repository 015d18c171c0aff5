import type Stripe from 'stripe';
import { findPrice } from './checkout.ts';
import type { World } from './forms.ts';

/** A customer with one of Stripe's test payment methods; the default one pays. */
export async function payer({ stripe }: World, card = 'pm_card_visa'): Promise<string> {
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
  await payWith({ stripe }, customer, card);
  return customer;
}

/** Makes another card the default payment method of a customer. */
export async function payWith({ stripe }: Pick<World, 'stripe'>, customer: string, card: string) {
  const { id } = await stripe.paymentMethods.attach(card, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
}

/** Makes another card the default payment method of a subscription. */
export async function payForWith(
  { stripe }: Pick<World, 'stripe'>,
  customer: string,
  id: string,
  card: string,
) {
  const { id: default_payment_method } = await stripe.paymentMethods.attach(card, { customer });
  await stripe.subscriptions.update(id, { default_payment_method });
}

/** A payer and the ID of their card. */
export async function payerWithCard(world: World, paymentMethod?: string) {
  const customer = await payer(world, paymentMethod);
  const [method] = (await world.stripe.paymentMethods.list({ customer })).data;
  return { customer, card: String(method?.id) };
}

/** A payment that is confirmed at once, by default with a good card. */
export const payByCard = (
  { paymentIntents }: Stripe,
  amount: number,
  params: Partial<Stripe.PaymentIntentCreateParams> = {},
  options: Stripe.RequestOptions = {},
) => {
  const payment = { amount, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };
  return paymentIntents.create({ ...payment, return_url: 'https://shop.example/', ...params }, options);
};

/** The ID of a tax rate in percent. */
export async function vatRate({ taxRates }: Stripe, percentage: number, inclusive = false): Promise<string> {
  return (await taxRates.create({ display_name: 'VAT', percentage, inclusive })).id;
}

/** A draft of an invoice, in dollars unless `params` say otherwise, as it is before it gets a line for each amount. */
export async function draftInvoice(
  { stripe }: World,
  customer: string,
  amounts: readonly number[],
  params: Stripe.InvoiceCreateParams = {},
) {
  const draft = await stripe.invoices.create({ customer, ...params });
  const { currency = 'usd' } = params;
  for (const amount of amounts) {
    await stripe.invoiceItems.create({ customer, amount, currency, invoice: draft.id });
  }
  return draft;
}

/** A finalized, unpaid invoice. */
export async function openInvoice(...draft: Parameters<typeof draftInvoice>): Promise<Stripe.Invoice> {
  const { id } = await draftInvoice(...draft);
  return draft[0].stripe.invoices.finalizeInvoice(id);
}

/** A subscription to the Pro plan, made without a checkout, of a new payer. */
export async function subscribedPayer(
  world: World,
  more: Partial<Stripe.SubscriptionCreateParams> = {},
  card?: string,
) {
  const items = [{ price: await findPrice(world.stripe) }];
  const customer = await payer(world, card);
  return { ...(await world.stripe.subscriptions.create({ customer, items, ...more })), customer };
}

/** Changes the first item of a subscription; expands the latest invoice. */
export const changeItem = (
  { subscriptions }: Stripe,
  { id, items }: Pick<Stripe.Subscription, 'id' | 'items'>,
  item: Partial<Stripe.SubscriptionUpdateParams.Item>,
  params: Stripe.SubscriptionUpdateParams = {},
) =>
  subscriptions.update(id, {
    items: [{ id: String(items.data[0]?.id), ...item }],
    expand: ['latest_invoice'],
    ...params,
  });

/** A schedule that begins at once. */
export const beginSchedule = (
  { subscriptionSchedules }: Stripe,
  customer: string,
  phases: Stripe.SubscriptionScheduleCreateParams.Phase[],
) => subscriptionSchedules.create({ customer, start_date: 'now', phases });

/** Bills a change when it is made. */
export const AT_ONCE = { proration_behavior: 'always_invoice' } as const;

/** The latest invoice of a subscription in which it is expanded. */
export const expandedInvoice = ({ latest_invoice }: Pick<Stripe.Subscription, 'latest_invoice'>) =>
  latest_invoice as Stripe.Invoice;

/** The latest invoice of a subscription. */
export async function latestInvoice({ stripe }: World, id: string): Promise<Stripe.Invoice> {
  const { latest_invoice } = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  return latest_invoice as Stripe.Invoice;
}
