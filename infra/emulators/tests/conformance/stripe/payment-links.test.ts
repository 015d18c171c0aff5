import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { findPrice, newPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const { stripe, emulator } = createWorld();

async function newLink(changes: Partial<Stripe.PaymentLinkCreateParams> = {}) {
  const line_items = [{ price: await newPrice(stripe, 2500), quantity: 1 }];
  return stripe.paymentLinks.create({ line_items, ...changes });
}

/** Follows a link like a browser; the id of the session that it leads to, if any. */
async function visit(link: Stripe.PaymentLink, query = '') {
  const address = new URL(link.url);
  const page = await fetch(`${emulator.url}${address.pathname}${query}`, { redirect: 'manual' });
  const session = /cs_test_\w+/.exec(page.headers.get('location') ?? '')?.[0];
  return { session, status: page.status, text: await page.text() };
}

async function visited(link: Stripe.PaymentLink, query = ''): Promise<Stripe.Checkout.Session> {
  const { session } = await visit(link, query);
  return stripe.checkout.sessions.retrieve(session ?? '');
}

describe('a payment link', () => {
  it('shows what it sells and collects', async () => {
    const link = await newLink({
      metadata: { campaign: 'spring' },
      phone_number_collection: { enabled: true },
      custom_fields: [{ key: 'size', label: { custom: 'Size', type: 'custom' }, type: 'text' }],
      after_completion: { type: 'redirect', redirect: { url: 'https://site.test/thanks' } },
      expand: ['line_items'],
    });
    expect(link).toMatchObject({
      object: 'payment_link',
      active: true,
      after_completion: { redirect: { url: 'https://site.test/thanks' }, type: 'redirect' },
      allow_promotion_codes: false,
      billing_address_collection: 'auto',
      currency: 'usd',
      custom_fields: [{ key: 'size', text: { default_value: null }, type: 'text' }],
      customer_creation: 'if_required',
      line_items: { data: [{ amount_total: 2500, quantity: 1 }] },
      metadata: { campaign: 'spring' },
      phone_number_collection: { enabled: true },
      restrictions: null,
      // Source: a payment_link.created event of 2026-01-28.clover in public code.
      payment_intent_data: null,
      payment_method_collection: 'always',
      subscription_data: {
        description: null,
        trial_period_days: null,
        trial_settings: { end_behavior: { missing_payment_method: 'create_invoice' } },
      },
      submit_type: 'auto',
    });
    expect(link.custom_fields[0]?.text).not.toHaveProperty('value');
    const lines = await stripe.paymentLinks.listLineItems(link.id);
    expect(lines.data).toMatchObject([{ amount_total: 2500, description: 'Desk' }]);
    expect((await stripe.checkout.sessions.list()).data).toEqual([]);
    const types = (await stripe.events.list({ type: 'payment_link.*' })).data.map(({ type }) => type);
    expect(types).toEqual(['payment_link.created']);
  });

  it('opens a session for each visit, which says where it came from', async () => {
    const link = await newLink({ metadata: { campaign: 'spring' } });
    const query = '?prefilled_email=ada%40example.com&client_reference_id=order-7&locale=de&utm_source=x';
    const session = await visited(link, query);
    expect(session).toMatchObject({
      amount_total: 2500,
      client_reference_id: 'order-7',
      customer_email: 'ada@example.com',
      locale: 'de',
      metadata: { campaign: 'spring' },
      mode: 'payment',
      payment_link: link.id,
    });
    const other = await visited(link);
    expect(other.id).not.toBe(session.id);
    const { result } = await emulator.pay(session.id, { card: 'visa' });
    expect(result).toBe('complete');
    const { data } = await stripe.checkout.sessions.list({ payment_link: link.id });
    expect(data.map(({ status }) => status)).toEqual(['open', 'complete']);
    await expectInvalid(stripe.checkout.sessions.list({ payment_link: 'plink_none' }), 'payment_link');
  });

  it('sells subscriptions', async () => {
    const price = await findPrice(stripe);
    const link = await newLink({
      line_items: [{ price, quantity: 1 }],
      subscription_data: { trial_period_days: 7, metadata: { plan: 'pro' } },
    });
    expect(link).toMatchObject({
      payment_intent_data: null,
      subscription_data: { metadata: { plan: 'pro' }, trial_period_days: 7 },
    });
    const { id } = await visited(link);
    const { session } = await emulator.pay(id, { card: 'visa' });
    const subscription = await stripe.subscriptions.retrieve(String(session.subscription));
    expect(subscription).toMatchObject({ metadata: { plan: 'pro' }, status: 'trialing' });
  });

  it('applies a promotion code from its address', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 20 });
    await stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      code: 'SPRING',
    });
    const link = await newLink({ allow_promotion_codes: true });
    expect(await visited(link, '?prefilled_promo_code=SPRING')).toMatchObject({ amount_total: 2000 });
    expect(await visited(link, '?prefilled_promo_code=AUTUMN')).toMatchObject({ amount_total: 2500 });
  });

  it('confirms the purchase on its own page', async () => {
    const message = 'Your poster is on its way.';
    const completion = {
      type: 'hosted_confirmation',
      hosted_confirmation: { custom_message: message },
    } as const;
    const link = await newLink({ after_completion: completion });
    const session = await visited(link);
    const page = await fetch(`${emulator.url}${new URL(session.success_url ?? '').pathname}`);
    expect(await page.text()).toContain(message);
  });

  it('closes when it is deactivated, sold out, or its price is archived', async () => {
    const link = await newLink({ inactive_message: 'Gone for good.' });
    expect(await stripe.paymentLinks.update(link.id, { active: false })).toMatchObject({ active: false });
    const closed = await visit(link);
    expect([closed.session, closed.text]).toEqual([undefined, expect.stringContaining('Gone for good.')]);
    await stripe.paymentLinks.update(link.id, { active: true });
    expect((await visit(link)).session).toBeDefined();

    const limited = await newLink({ restrictions: { completed_sessions: { limit: 1 } } });
    const { id } = await visited(limited);
    await emulator.pay(id, { card: 'visa' });
    expect(await stripe.paymentLinks.retrieve(limited.id)).toMatchObject({
      active: false,
      restrictions: { completed_sessions: { count: 1, limit: 1 } },
    });
    expect((await visit(limited)).session).toBeUndefined();
    expect((await stripe.paymentLinks.list({ active: true })).data.map((one) => one.id)).toEqual([link.id]);

    const price = await newPrice(stripe, 2500);
    const dated = await newLink({ line_items: [{ price, quantity: 1 }] });
    await stripe.prices.update(price, { active: false });
    expect((await visit(dated)).session).toBeUndefined();
  });

  it('changes for later visitors', async () => {
    const link = await newLink({ metadata: { campaign: 'spring', city: 'Bergen' } });
    const [line] = (await stripe.paymentLinks.listLineItems(link.id)).data;
    const changed = await stripe.paymentLinks.update(link.id, {
      line_items: [{ id: line?.id ?? '', quantity: 3 }],
      allow_promotion_codes: true,
      metadata: { campaign: 'summer' },
    });
    expect(changed).toMatchObject({
      allow_promotion_codes: true,
      metadata: { campaign: 'summer', city: 'Bergen' },
    });
    expect((await stripe.paymentLinks.listLineItems(link.id)).data).toMatchObject([
      { id: line?.id, quantity: 3 },
    ]);
    expect(await visited(link)).toMatchObject({ amount_total: 7500 });
    const [event] = (await stripe.events.list({ type: 'payment_link.updated' })).data;
    expect(event?.data.previous_attributes).toMatchObject({ allow_promotion_codes: false });
  });

  it('rejects what its sessions would reject', async () => {
    const price = await newPrice(stripe, 2500);
    const line = { price, quantity: 1 };
    const line_items = [line];
    await stripe.prices.update(price, { active: false });
    await expectInvalid(stripe.paymentLinks.create({ line_items }), 'line_items[0][price]');
    // Source: docs.stripe.com/api/payment-link/create (20 line items).
    const many = Array.from({ length: 21 }, () => line);
    await expectRejection(stripe.paymentLinks.create({ line_items: many }), {
      ...{ param: 'line_items', message: expect.stringContaining('exceeded maximum 20') },
    });
    await expectInvalid(newLink({ subscription_data: { trial_period_days: 7 } }), 'subscription_data');
    await expectRejection(newLink({ on_behalf_of: 'acct_1' }), { statusCode: 501 });
    const link = await newLink();
    const wrong = stripe.paymentLinks.update(link.id, { line_items: [{ id: 'li_none', quantity: 2 }] });
    await expectInvalid(wrong, 'line_items[0][id]');
    const page = await visit({ ...link, url: link.url.replace(link.id, 'plink_none') });
    expect(page.status).toBe(404);
  });
});
