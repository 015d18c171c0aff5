import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';

const { stripe, emulator } = createWorld();

type Changes = Partial<Stripe.Checkout.SessionCreateParams>;

describe('the phone number of a checkout', () => {
  const create = (changes: Changes = {}) =>
    createSession(stripe, { phone_number_collection: { enabled: true }, ...changes });
  const readPhone = async (customer: unknown) => {
    const kept = await stripe.customers.retrieve(String(customer));
    return kept.deleted ? undefined : kept.phone;
  };

  it.each([
    ['(415) 555-2671', '+14155552671'],
    ['1 415 555 2671', '+14155552671'],
    ['+49 30 901820', '+4930901820'],
  ])('%s is stored as %s with the session and the new customer', async (phone, kept) => {
    const session = await create();
    expect(session).toMatchObject({ phone_number_collection: { enabled: true }, customer_details: null });
    const { session: paid } = await emulator.pay(session.id, { card: 'visa', phone });
    expect(paid.customer_details?.phone).toBe(kept);
    expect(await readPhone(paid.customer)).toBe(kept);
  });

  it('replaces the previous one of the customer', async () => {
    const { id: customer } = await stripe.customers.create({ phone: '+14155550000' });
    const { id } = await create({ customer });
    await emulator.pay(id, { card: 'visa', phone: '+14155552671' });
    expect(await readPhone(customer)).toBe('+14155552671');
    const { data } = await stripe.events.list({ type: 'customer.updated' });
    expect(data.map((event) => event.data.previous_attributes)).toContainEqual(
      expect.objectContaining({ phone: '+14155550000' }),
    );
  });

  it.each([
    ['+14155550000', '+14155550000'],
    ['extension 12', '+12015550123'],
  ])('is taken from the customer: %s becomes %s', async (phone, kept) => {
    const { id: customer } = await stripe.customers.create({ phone });
    const { id } = await create({ customer });
    const { session } = await emulator.pay(id, { card: 'visa' });
    expect(session.customer_details?.phone).toBe(kept);
  });

  it.each(['', '12345', 'call me', '+0123456789', '+1234567890123456'])('cannot be %j', async (phone) => {
    const { id } = await create();
    await expect(emulator.pay(id, { card: 'visa', phone })).rejects.toThrow(/rejects phone/);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' });
  });

  it('is collected only if the session says so', async () => {
    const { id } = await create({ phone_number_collection: { enabled: false } });
    const given = emulator.pay(id, { card: 'visa', phone: '+14155552671' });
    await expect(given).rejects.toThrow(/does not collect phone/);
    const { session } = await emulator.pay(id, { card: 'visa' });
    expect(session.customer_details?.phone).toBeNull();
  });
});

describe('consent at a checkout', () => {
  const create = (consent_collection: Changes['consent_collection']) =>
    createSession(stripe, { consent_collection } as Changes);

  it('is required, accepted and returned for the terms of service', async () => {
    const session = await create({ terms_of_service: 'required' });
    expect(session).toMatchObject({
      consent: null,
      consent_collection: {
        payment_method_reuse_agreement: null,
        promotions: 'none',
        terms_of_service: 'required',
      },
    });
    const unticked = { card: 'visa', consent: { termsOfService: false } };
    await expect(emulator.pay(session.id, unticked)).rejects.toThrow(/Accept the terms/);
    const { session: paid } = await emulator.pay(session.id, { card: 'visa' });
    expect(paid.consent).toEqual({ promotions: null, terms_of_service: 'accepted' });
    const [event] = (await stripe.events.list({ type: 'checkout.session.completed' })).data;
    expect(event?.data.object).toMatchObject({ consent: { terms_of_service: 'accepted' } });
  });

  it.each([
    [{ promotions: true }, 'opt_in'],
    [{ promotions: false }, 'opt_out'],
    [{}, 'opt_out'],
  ])('is asked for promotions; with %j, it is %s', async (consent, promotions) => {
    const { id } = await create({ promotions: 'auto' });
    const { session } = await emulator.pay(id, { card: 'visa', consent });
    expect(session.consent).toEqual({ promotions, terms_of_service: null });
  });

  it('is null if the session collects none', async () => {
    const { id } = await createSession(stripe);
    const { session } = await emulator.pay(id, { card: 'visa' });
    expect([session.consent, session.consent_collection]).toEqual([null, null]);
  });

  it('omits the notice about card reuse if the session hides it', async () => {
    const hidden = { payment_method_reuse_agreement: { position: 'hidden' } } as const;
    const readPage = async ({ url }: { url: string | null }) => (await fetch(String(url))).text();
    expect(await readPage(await create(hidden))).not.toContain('You authorize the charge');
    expect(await readPage(await createSession(stripe))).toContain('You authorize the charge');
    expect((await create(hidden)).consent_collection).toMatchObject(hidden);
  });
});
