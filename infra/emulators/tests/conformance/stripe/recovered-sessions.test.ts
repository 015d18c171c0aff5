import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import {
  CANCEL_URL,
  createSession,
  findPrice,
  lineItem,
  SUCCESS_URL,
} from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEvents } from '../../support/stripe/list-events.ts';
import { customerOnClock } from '../../support/stripe/on-clock.ts';

const world = createWorld();
const { stripe, emulator } = world;

const DAY = 86_400;
const RECOVERY = { after_expiration: { recovery: { enabled: true } } } as const;

describe('a checkout that its visitor leaves', () => {
  const checkout = () => stripe.checkout.sessions;
  const open = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
    createSession(stripe, { ...RECOVERY, ...changes });

  async function expire(id: string) {
    await emulator.advanceTime({ hours: 24, seconds: 1 });
    return checkout().retrieve(id);
  }

  /** Follows the link of an expired session to a new one. */
  async function recover({ after_expiration: after }: Stripe.Checkout.Session) {
    const { headers, status } = await fetch(String(after?.recovery?.url), { redirect: 'manual' });
    expect(status).toBe(303);
    return checkout().retrieve(String(headers.get('location')?.split('/').at(-1)));
  }

  it('has a link after it has expired, for thirty days', async () => {
    const none = { allow_promotion_codes: false, enabled: true, expires_at: null, url: null };
    const session = await open();
    expect(session).toMatchObject({ after_expiration: { recovery: none }, recovered_from: null });
    const expired = await expire(session.id);
    const { recovery } = expired.after_expiration ?? {};
    expect(recovery?.url).toContain(emulator.url);
    expect(recovery?.expires_at).toBe(session.expires_at + 30 * DAY);
    const [event] = (await stripe.events.list({ type: 'checkout.session.expired' })).data;
    expect(event?.data.object).toMatchObject({ after_expiration: { recovery } });
    await emulator.advanceTime({ days: 31 });
    const late = await fetch(String(recovery?.url));
    expect([late.status, await late.text()]).toEqual([404, expect.stringContaining('not valid any more')]);
    expect((await checkout().list({ limit: 100 })).data).toHaveLength(1);
  });

  it('can be bought as a copy of the expired one', async () => {
    const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
    const { id } = await open({
      customer,
      client_reference_id: 'order-7',
      metadata: { order: '7' },
      expires_at: Math.floor(Date.now() / 1000) + 3600,
    });
    await emulator.pay(id, { card: 'declined' });
    const [first, second] = [await recover(await expire(id)), await recover(await checkout().retrieve(id))];
    expect(second.id).not.toBe(first.id);
    expect(first).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      recovered_from: id,
      customer,
      client_reference_id: 'order-7',
      metadata: { order: '7' },
      success_url: SUCCESS_URL,
      cancel_url: CANCEL_URL,
      after_expiration: { recovery: { enabled: true, url: null } },
    });
    expect(first.expires_at - first.created).toBe(DAY);
    expect(await (await fetch(String(first.url))).text()).toContain('Subscribe');
    const { session } = await emulator.pay(first.id, { card: 'visa' });
    expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', recovered_from: id });
    const [completed] = (await stripe.events.list({ type: 'checkout.session.completed' })).data;
    expect(completed?.data.object).toMatchObject({ id: first.id, recovered_from: id });
    expect(await listEvents(world, id)).toEqual(['checkout.session.expired']);
    expect(await checkout().retrieve(id)).toMatchObject({ status: 'expired', recovered_from: null });
  });

  it('names its visitor only after their consent', async () => {
    const asking = { consent_collection: { promotions: 'auto' } } as const;
    const [agreed, declined] = [await open(asking), await open(asking)];
    const visitor = { card: 'declined', email: 'ada@example.com' } as const;
    await emulator.pay(agreed.id, { ...visitor, consent: { promotions: true } });
    await emulator.pay(declined.id, visitor);
    expect(await checkout().retrieve(agreed.id)).toMatchObject({ consent: null, customer_details: null });
    expect(await expire(agreed.id)).toMatchObject({
      consent: { promotions: 'opt_in' },
      customer_details: { email: 'ada@example.com' },
      customer_email: null,
    });
    const unknown = await checkout().retrieve(declined.id);
    expect(unknown).toMatchObject({ consent: null, customer_details: null });
    expect(await recover(unknown)).toMatchObject({ consent: null, customer_details: null });
  });

  it.each([true, false])('offers promotion codes if asked to: %s', async (allowed) => {
    const recovery = { enabled: true, allow_promotion_codes: allowed };
    const session = await open({ after_expiration: { recovery }, allow_promotion_codes: !allowed });
    expect(session).toMatchObject({ after_expiration: { recovery } });
    const copy = await recover(await expire(session.id));
    expect(copy.allow_promotion_codes).toBe(allowed);
    const page = await (await fetch(String(copy.url))).text();
    expect(page.includes('Promotion code')).toBe(allowed);
  });

  it('is on a page of its own even if it was embedded', async () => {
    const { id } = await stripe.checkout.sessions.create({
      ...RECOVERY,
      mode: 'payment',
      ui_mode: 'embedded_page',
      return_url: SUCCESS_URL,
      line_items: [lineItem(900, 'Mug')],
    });
    const copy = await recover(await expire(id));
    expect(copy).toMatchObject({ ui_mode: 'hosted_page', success_url: SUCCESS_URL, amount_total: 900 });
  });

  it('saves a card with a new setup', async () => {
    const setup = { ...RECOVERY, mode: 'setup', currency: 'usd' } as const;
    const { id, setup_intent: first } = await createSession(stripe, setup);
    const copy = await recover(await expire(id));
    expect(copy.setup_intent).not.toBe(first);
    const { session } = await emulator.pay(copy.id, { card: 'visa' });
    expect(session).toMatchObject({ status: 'complete', setup_intent: copy.setup_intent });
  });

  it('follows the test clock of its customer', async () => {
    const start = Math.floor(Date.now() / 1000);
    const { customer, advanceTo } = await customerOnClock(world, start);
    const { id } = await open({ customer });
    await advanceTo(start + 2 * DAY);
    const copy = await recover(await checkout().retrieve(id));
    expect(copy.created).toBe(start + 2 * DAY);
  });

  it.each([{}, { recovery: { enabled: false } }])('has no link with %j', async (after) => {
    const session = await open({ after_expiration: after });
    const expired = await checkout().expire(session.id);
    expect(expired.after_expiration?.recovery?.url ?? null).toBeNull();
    const { status } = await fetch(`${emulator.url}/emulated/stripe/r/${session.id}`);
    expect(status).toBe(404);
  });

  it('expires on request too', async () => {
    const price = await findPrice(stripe);
    const { id } = await open({ line_items: [{ price, quantity: 3 }] });
    const copy = await recover(await checkout().expire(id));
    const { data } = await checkout().listLineItems(copy.id);
    expect(data).toMatchObject([{ quantity: 3, price: { id: price } }]);
  });
});
