import { describe, expect, it } from 'vitest';
import { postForm } from '../../support/stripe/card-form.ts';
import { createSession, findPrice, subscribe } from '../../support/stripe/checkout.ts';
import { DAY } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEvents } from '../../support/stripe/list-events.ts';
import { customerOnClock } from '../../support/stripe/on-clock.ts';
import { expectInvalid } from '../../support/stripe/rejection.ts';
import { sharedReceiver } from '../../support/stripe/webhook-receiver.ts';

const world = createWorld();
const { stripe, emulator } = world;

describe('a checkout with a trial', () => {
  const trial = (days = 7) => ({ subscription_data: { trial_period_days: days } });

  it('charges nothing at first, saves the card and charges it when the trial ends', async () => {
    const { session, subscription, customer } = await subscribe(world, { session: trial() });
    expect(await stripe.checkout.sessions.retrieve(session)).toMatchObject({
      status: 'complete',
      payment_status: 'no_payment_required',
      amount_total: 0,
    });
    expect((await stripe.charges.list({ customer })).data).toEqual([]);
    const trialing = await stripe.subscriptions.retrieve(subscription, { expand: ['latest_invoice'] });
    const end = Number(trialing.trial_end);
    expect(end - Number(trialing.trial_start)).toBe(7 * DAY);
    expect(trialing).toMatchObject({
      status: 'trialing',
      billing_cycle_anchor: end,
      items: { data: [{ current_period_end: end }] },
      latest_invoice: { status: 'paid', total: 0, billing_reason: 'subscription_create' },
    });
    await emulator.advanceTime({ days: 7, seconds: 1 });
    expect(await stripe.subscriptions.retrieve(subscription, { expand: ['latest_invoice'] })).toMatchObject({
      status: 'active',
      items: { data: [{ current_period_start: end }] },
      latest_invoice: { status: 'paid', total: 100_000 },
    });
    expect((await stripe.charges.list({ customer })).data).toHaveLength(1);
  });

  it('announces its end once, three days before', async () => {
    await subscribe(world, { session: trial() });
    const announced = async () =>
      (await stripe.events.list({ type: 'customer.subscription.trial_will_end' })).data.length;
    await emulator.advanceTime({ days: 3 });
    expect(await announced()).toBe(0);
    await emulator.advanceTime({ days: 2 });
    expect(await announced()).toBe(1);
    await emulator.advanceTime({ days: 1 });
    expect(await announced()).toBe(1);
  });

  it.each([
    ['create_invoice', 'past_due'],
    ['cancel', 'canceled'],
    ['pause', 'paused'],
  ] as const)('without a card and with %s becomes %s', async (missing_payment_method, status) => {
    const { id } = await createSession(stripe, {
      payment_method_collection: 'if_required',
      subscription_data: {
        trial_period_days: 7,
        trial_settings: { end_behavior: { missing_payment_method } },
      },
    });
    const paid = await emulator.pay(id, { email: 'ada@example.com' });
    expect(paid).toMatchObject({ result: 'complete', session: { payment_status: 'no_payment_required' } });
    await emulator.advanceTime({ days: 7, seconds: 1 });
    expect(await stripe.subscriptions.retrieve(String(paid.session.subscription))).toMatchObject({ status });
  });

  it('requires a card by default, and one that is not declined', async () => {
    const { id } = await createSession(stripe, trial());
    await expect(emulator.pay(id, {})).rejects.toThrow(/specify a card/);
    expect(await emulator.pay(id, { card: 'declined' })).toMatchObject({ result: 'declined' });
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' });
  });

  it('lasts at least two days and has only one end', async () => {
    const now = await emulator.now();
    for (const subscription_data of [
      { trial_end: now + DAY },
      { trial_end: now + 5 * DAY, trial_period_days: 5 },
    ]) {
      await expectInvalid(createSession(stripe, { subscription_data }), 'subscription_data[trial_end]');
    }
  });
});

describe('a checkout page without a card', () => {
  it('asks only for an email and a name', async () => {
    const { id, url } = await createSession(stripe, {
      payment_method_collection: 'if_required',
      subscription_data: { trial_period_days: 7 },
    });
    const page = await (await fetch(String(url))).text();
    expect(page).not.toContain('card_number');
    const answer = await postForm(String(url), { email: 'ada@example.com', name: 'Ada' });
    expect(answer.headers.get('location')).toBe(`https://site.test/success?session=${id}`);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: 'complete',
      customer_details: { email: 'ada@example.com', name: 'Ada' },
    });
  });
});

describe('a delayed payment', () => {
  const receiver = sharedReceiver(world);

  it.each([
    ['bank_debit', 'succeeded', 'paid', 'active', 'paid'],
    ['bank_debit_fails', 'failed', 'unpaid', 'active', 'void'],
  ])(
    'completes the session unpaid (%s), and then has %s',
    async (card, outcome, paymentStatus, status, invoice) => {
      receiver.receipts.length = 0;
      const { session, subscription, customer } = await subscribe(world, { card });
      const expand = ['subscription', 'invoice'];
      expect(await stripe.checkout.sessions.retrieve(session, { expand })).toMatchObject({
        status: 'complete',
        payment_status: 'unpaid',
        subscription: { status: 'active' },
        invoice: { status: 'open', amount_paid: 0 },
      });
      const [charge] = (await stripe.charges.list({ customer })).data;
      expect(charge).toMatchObject({
        status: 'pending',
        payment_method_details: { type: 'us_bank_account' },
      });
      expect((await stripe.paymentMethods.list({ customer })).data).toMatchObject([
        { type: 'us_bank_account' },
      ]);
      await emulator.advanceTime({ days: 3, seconds: 1 });
      await emulator.settle();
      const types = receiver.types();
      expect(types).toContain('checkout.session.completed');
      expect(types).toContain(`checkout.session.async_payment_${outcome}`);
      expect(await stripe.checkout.sessions.retrieve(session, { expand })).toMatchObject({
        payment_status: paymentStatus,
        subscription: { id: subscription, status },
        invoice: { status: invoice },
      });
    },
  );

  it('is rejected by a session that allows only cards', async () => {
    const session = await createSession(stripe, { allowed_payment_method_types: ['card'] });
    expect(session).toMatchObject({ allowed_payment_method_types: ['card'], payment_method_types: ['card'] });
    await expect(emulator.pay(session.id, { card: 'bank_debit' })).rejects.toThrow(
      /no payment methods of the type/,
    );
    expect(await emulator.pay(session.id, { card: 'visa' })).toMatchObject({ result: 'complete' });
  });
});

describe('a checkout parameter without a charge', () => {
  it('is accepted and returned', async () => {
    const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
    const given = {
      allow_promotion_codes: true,
      billing_address_collection: 'required',
      submit_type: 'subscribe',
      payment_method_collection: 'if_required',
    } as const;
    const session = await createSession(stripe, {
      ...given,
      customer,
      customer_update: { name: 'auto', address: 'auto', shipping: 'never' },
      automatic_tax: { enabled: false },
      tax_id_collection: { enabled: true },
      custom_text: { submit: { message: 'Thank you' } },
    });
    expect(session).toMatchObject({
      ...given,
      automatic_tax: { enabled: false },
      tax_id_collection: { enabled: true, required: 'never' },
      custom_text: { submit: { message: 'Thank you' }, after_submit: null },
    });
    await emulator.pay(session.id, { card: 'visa', name: 'Ada Lovelace', postalCode: '94107' });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({
      name: 'Ada Lovelace',
      address: { postal_code: '94107', country: 'US' },
    });
  });

  it('changes no customer without customer_update, which requires a customer', async () => {
    const { customer } = await subscribe(world);
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ name: null, address: null });
    await expectInvalid(createSession(stripe, { customer_update: { name: 'auto' } }), 'customer_update');
  });
});

// The event comes three days before the end, or at once for a trial that is shorter or ends early: docs.stripe.com/api/events/types#event_types-customer.subscription.trial_will_end.
describe('customer.subscription.trial_will_end', () => {
  async function createTrial(days: number) {
    const { customer } = await customerOnClock(world, 1_900_000_000, { source: 'tok_visa' });
    const items = [{ price: await findPrice(stripe) }];
    return stripe.subscriptions.create({ customer, items, trial_period_days: days });
  }

  const announcements = async (id: string) =>
    (await listEvents(world, id)).filter((type) => type.endsWith('trial_will_end')).length;

  it('is sent at once for a short trial', async () => {
    const { id } = await createTrial(2);
    expect(await announcements(id)).toBe(1);
  });

  it('is sent once for a trial that is shortened and then ended', async () => {
    const { id } = await createTrial(30);
    expect(await announcements(id)).toBe(0);
    await stripe.subscriptions.update(id, { trial_end: 1_900_000_000 + 2 * DAY });
    expect(await announcements(id)).toBe(1);
    await stripe.subscriptions.update(id, { trial_end: 'now' });
    expect(await announcements(id)).toBe(1);
  });

  it('is sent when a trial ends early', async () => {
    const { id } = await createTrial(30);
    await stripe.subscriptions.update(id, { trial_end: 'now' });
    expect(await announcements(id)).toBe(1);
  });
});
