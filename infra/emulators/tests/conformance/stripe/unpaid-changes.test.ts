import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { authenticate } from '../../support/stripe/card-form.ts';
import { findPrice } from '../../support/stripe/checkout.ts';
import { DAY, MIDDLE } from '../../support/stripe/dates.ts';
import { createWorld, type World } from '../../support/stripe/forms.ts';
import { subscribedHalfway } from '../../support/stripe/on-clock.ts';
import { payForWith } from '../../support/stripe/payer.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe } = world;

/** A subscription in the middle of its period, with another default payment method, or with none. */
async function subscribedWith(world: World, method: string | null) {
  const at = await subscribedHalfway(world);
  if (method === null) {
    const { data } = await stripe.paymentMethods.list({ customer: at.customer });
    for (const { id } of data) await stripe.paymentMethods.detach(id);
  } else await payForWith(world, at.customer, at.id, method);
  return at;
}

type Subscribed = Awaited<ReturnType<typeof subscribedWith>>;

describe('a change that cannot be paid', () => {
  async function upgrade(
    { subscription: { id }, item }: Subscribed,
    change: Stripe.SubscriptionUpdateParams = {},
  ) {
    const items = [{ id: item, price: await findPrice(stripe, 'business_monthly') }];
    return stripe.subscriptions.update(id, { items, proration_behavior: 'always_invoice', ...change });
  }

  async function expectUnchanged({ subscription, customer }: Subscribed) {
    const same = await stripe.subscriptions.retrieve(subscription.id);
    expect(same).toMatchObject({ status: 'active', latest_invoice: subscription.latest_invoice });
    expect(same.items.data[0]?.price.lookup_key).toBe('pro_monthly');
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(1);
    expect((await stripe.invoiceItems.list({ customer })).data).toEqual([]);
  }

  // docs.stripe.com/billing/invoices/subscription, "New subscription invoices".
  it('has an invoice that is not charged again by itself, like the first one', async () => {
    const at = await subscribedWith(world, 'pm_card_chargeCustomerFail');
    const { latest_invoice: unpaid, status } = await upgrade(at);
    const still = { status: 'open', auto_advance: false, next_payment_attempt: null, attempt_count: 1 };
    expect(await stripe.invoices.retrieve(String(unpaid))).toMatchObject(still);
    await at.advanceTo(MIDDLE + 10 * DAY);
    expect(await stripe.invoices.retrieve(String(unpaid))).toMatchObject(still);
    expect([status, (await stripe.subscriptions.retrieve(at.subscription.id)).status]).toEqual([
      ...['past_due', 'past_due'],
    ]);
    const first = await stripe.subscriptions.create({
      ...{ customer: at.customer, items: [{ price: await findPrice(stripe) }] },
      ...{ payment_behavior: 'default_incomplete', expand: ['latest_invoice'] },
    });
    expect(first.latest_invoice).toMatchObject({ status: 'open', auto_advance: false });
  });

  it.each([
    ['pm_card_chargeCustomerFail', 'card_declined', 'Your card was declined.'],
    [
      'pm_card_authenticationRequired',
      'subscription_payment_intent_requires_action',
      /^Payment for this subscription requires additional user action/,
    ],
  ])('is rejected for %s and error_if_incomplete with 402 and %s', async (method, code, message) => {
    const at = await subscribedWith(world, method);
    const payment_behavior = 'error_if_incomplete';
    const rejection = {
      statusCode: 402,
      rawType: 'card_error',
      code,
      // Source: github.com/Kiln-AI/stripe_world, a recording of 2026-08-26.dahlia (12_subscriptions, step 33).
      doc_url: code === 'card_declined' ? expect.stringMatching(/card-declined$/) : undefined,
      message: expect.stringMatching(message),
    };
    await expectRejection(upgrade(at, { payment_behavior }), rejection);
    await expectUnchanged(at);
    const restarted = stripe.subscriptions.update(at.subscription.id, {
      billing_cycle_anchor: { type: 'now' },
      payment_behavior,
      proration_behavior: 'always_invoice',
    });
    await expectRejection(restarted, rejection);
    await expectUnchanged(at);
    const quantity = stripe.subscriptionItems.update(at.item, {
      quantity: 3,
      proration_behavior: 'always_invoice',
      payment_behavior,
    });
    await expectRejection(quantity, rejection);
    await expectUnchanged(at);
  });

  it('is rejected with 400 if there is no payment method, unless the payment is confirmed later', async () => {
    const at = await subscribedWith(world, null);
    for (const payment_behavior of ['allow_incomplete', 'error_if_incomplete', undefined] as const) {
      await expectRejection(upgrade(at, payment_behavior === undefined ? {} : { payment_behavior }), {
        statusCode: 400,
        code: 'resource_missing',
        message: expect.stringMatching(/^This customer has no attached payment source/),
      });
      await expectUnchanged(at);
    }
    const later = await upgrade(at, { payment_behavior: 'default_incomplete', expand: ['latest_invoice'] });
    expect(later).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open' } });
    const { id } = later.latest_invoice as Stripe.Invoice;
    await expectRejection(stripe.invoices.pay(String(id)), {
      statusCode: 400,
      message: expect.stringMatching(/^There is no `default_payment_method` set on this Customer or Invoice/),
    });
  });

  it('waits for authentication by default, and is settled by it', async () => {
    const at = await subscribedWith(world, 'pm_card_authenticationRequired');
    const changed = await upgrade(at, { expand: ['latest_invoice.payments'] });
    expect(changed).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open' } });
    const invoice = changed.latest_invoice as Stripe.Invoice;
    const intent = String(invoice.payments?.data[0]?.payment.payment_intent);
    expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({ status: 'requires_action' });
    for (const type of ['invoice.payment_action_required', 'invoice.payment_failed']) {
      const [event] = (await stripe.events.list({ type })).data;
      expect(event?.data.object, type).toMatchObject({ id: invoice.id });
    }
    await expectRejection(stripe.invoices.pay(String(invoice.id)), {
      statusCode: 402,
      code: 'invoice_payment_intent_requires_action',
      message: expect.stringMatching(/^This payment requires additional user action/),
    });
    const confirmed = await stripe.paymentIntents.confirm(intent, { return_url: 'https://site.test/back' });
    await authenticate(world, confirmed);
    expect(await stripe.subscriptions.retrieve(at.subscription.id)).toMatchObject({ status: 'active' });
  });
});
