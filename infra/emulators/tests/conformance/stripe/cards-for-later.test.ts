import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';

const { stripe } = createWorld();

const PAYMENT = {
  amount: 500,
  currency: 'usd',
  payment_method: 'pm_card_visa',
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
} as const;

describe('the card of a payment', () => {
  it.each(['off_session', 'on_session'] as const)('is saved once it has paid, for %s', async (usage) => {
    const { id: customer } = await stripe.customers.create();
    const payment = await stripe.paymentIntents.create({ ...PAYMENT, customer, setup_future_usage: usage });
    expect(payment.setup_future_usage).toBe(usage);
    const saved = () => stripe.customers.listPaymentMethods(customer);
    expect((await saved()).data).toEqual([]);
    const { payment_method: id } = await stripe.paymentIntents.confirm(payment.id);
    expect((await saved()).data).toMatchObject([{ id, customer }]);
    const later = { ...PAYMENT, customer, payment_method: String(id), confirm: true, off_session: true };
    expect(await stripe.paymentIntents.create(later)).toMatchObject({ status: 'succeeded' });
  });

  it('is saved if the confirmation says so', async () => {
    const { id: customer } = await stripe.customers.create();
    const { id } = await stripe.paymentIntents.create({ ...PAYMENT, customer });
    const paid = await stripe.paymentIntents.confirm(id, { setup_future_usage: 'off_session' });
    expect(paid).toMatchObject({ status: 'succeeded', setup_future_usage: 'off_session' });
    expect((await stripe.customers.listPaymentMethods(customer)).data).toHaveLength(1);
  });

  it('is not saved otherwise, nor after a decline', async () => {
    const { id: customer } = await stripe.customers.create();
    const once = await stripe.paymentIntents.create({ ...PAYMENT, customer, confirm: true });
    expect(once.setup_future_usage).toBeNull();
    const declined = { payment_method: 'pm_card_chargeDeclined', setup_future_usage: 'off_session' } as const;
    const { id } = await stripe.paymentIntents.create({ ...PAYMENT, customer, ...declined });
    await expect(stripe.paymentIntents.confirm(id)).rejects.toThrow('Your card was declined.');
    expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
  });
});
