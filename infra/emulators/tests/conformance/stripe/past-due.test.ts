import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { payer } from '../../support/stripe/payer.ts';

const world = createWorld({ draftSeconds: 3600 });

async function payWith(customer: string, card: string): Promise<void> {
  const { id } = await world.stripe.paymentMethods.attach(card, { customer });
  await world.stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
}

/** A weekly subscription whose first renewal was declined; the next one comes before the last retry. */
async function pastDue() {
  const { stripe, emulator } = world;
  const customer = await payer(world);
  const { id: price } = await stripe.prices.create({
    ...{ unit_amount: 1000, currency: 'usd', recurring: { interval: 'week' } },
    product_data: { name: 'Weekly' },
  });
  const { id, items: made } = await stripe.subscriptions.create({ customer, items: [{ price }] });
  await payWith(customer, 'pm_card_chargeCustomerFail');
  await emulator.advanceTime({ days: 7, hours: 2 });
  const item = String(made.data[0]?.id);
  const status = async () => (await stripe.subscriptions.retrieve(id)).status;
  const latest = async () => String((await stripe.subscriptions.retrieve(id)).latest_invoice);
  expect(await status()).toBe('past_due');
  return { id, customer, item, status, latest };
}

const change = (item: string, quantity: number) => ({
  items: [{ id: item, quantity }],
  proration_behavior: 'always_invoice' as const,
});

// The most recent invoice decides: doublepost.link/guild/841573134531821608/thread/1166355270075695214, by Stripe's support.
describe('a past-due subscription', () => {
  it('stays past due while its latest invoice is open, whatever else is paid', async () => {
    const { stripe } = world;
    const { id, customer, item, status, latest } = await pastDue();
    const renewal = await latest();
    await stripe.subscriptions.update(id, change(item, 2));
    await payWith(customer, 'pm_card_visa');
    await stripe.invoices.pay(renewal);
    expect(await status()).toBe('past_due');
    await stripe.invoices.pay(await latest());
    expect(await status()).toBe('active');
  });

  it('stays past due while its next renewal is a draft, and is active once that is paid', async () => {
    const { stripe, emulator } = world;
    const { customer, status, latest } = await pastDue();
    const overdue = await latest();
    await emulator.advanceTime({ days: 6, hours: 22, minutes: 30 });
    expect(await stripe.invoices.retrieve(await latest())).toMatchObject({ status: 'draft' });
    await payWith(customer, 'pm_card_visa');
    await stripe.invoices.pay(overdue);
    expect(await status()).toBe('past_due');
    await emulator.advanceTime({ hours: 1 });
    expect(await status()).toBe('active');
  });

  it('is active once a change is paid, although an older invoice is open', async () => {
    const { stripe } = world;
    const { id, customer, item, status, latest } = await pastDue();
    const overdue = await latest();
    await payWith(customer, 'pm_card_visa');
    await stripe.subscriptions.update(id, change(item, 2));
    expect(await stripe.invoices.retrieve(overdue)).toMatchObject({ status: 'open' });
    expect(await status()).toBe('active');
  });

  // doublepost.link/guild/841573134531821608/thread/931630145700245554: reported to and confirmed by Stripe's support.
  it('is active once its latest invoice is marked uncollectible', async () => {
    const { status, latest } = await pastDue();
    await world.stripe.invoices.markUncollectible(await latest());
    expect(await status()).toBe('active');
  });
});
