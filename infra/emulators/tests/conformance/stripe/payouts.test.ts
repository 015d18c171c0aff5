import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEventTypes } from '../../support/stripe/list-events.ts';
import { payByCard } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

/** Pays 100 dollars with a card whose money is available at once, 96.80 after the fee. */
async function earn(): Promise<void> {
  await payByCard(stripe, 10_000, { payment_method: 'pm_card_bypassPending' });
  await emulator.settle();
}

const NOT_PENDING = {
  statusCode: 400,
  message: 'Payouts can only be canceled while they are pending.',
};

const availableUsd = async () =>
  (await stripe.balance.retrieve()).available.find(({ currency }) => currency === 'usd')?.amount;

describe('a payout', () => {
  it('takes available money only', async () => {
    const { payouts } = stripe;
    await expectRejection(payouts.create({ amount: 1, currency: 'usd' }), {
      ...{ statusCode: 400, code: 'balance_insufficient' },
      message: expect.stringContaining('too low.  You can use the /v1/balance endpoint'),
    });
    await earn();
    await expectRejection(payouts.create({ amount: 9681, currency: 'usd' }), {
      code: 'balance_insufficient',
    });
    const payout = await payouts.create({
      amount: 9000,
      currency: 'usd',
      metadata: { week: '12' },
      expand: ['balance_transaction', 'destination'],
    });
    expect(payout).toMatchObject({
      automatic: false,
      balance_transaction: { amount: -9000, reporting_category: 'payout', type: 'payout' },
      destination: { object: 'bank_account' },
      method: 'standard',
      metadata: { week: '12' },
      source_type: 'card',
      ...{ status: 'pending', trace_id: { status: 'pending', value: null } },
    });
    expect(await availableUsd()).toBe(680);
  });

  it('arrives at once if it is instant, up to a limit', async () => {
    const { payouts } = stripe;
    await earn();
    const { id, ...payout } = await payouts.create({ amount: 800, currency: 'usd', method: 'instant' });
    expect(payout).toMatchObject({ method: 'instant', arrival_date: payout.created, status: 'pending' });
    await emulator.settle();
    expect(await payouts.retrieve(id)).toMatchObject({ status: 'paid', trace_id: { status: 'unsupported' } });
    await expectRejection(payouts.create({ amount: 1_000_000, currency: 'usd', method: 'instant' }), {
      message: 'Instant Payouts to bank accounts are only supported for amounts less than or equal to $9999',
    });
  });

  it('is sent on the next day and arrives on its date', async () => {
    await earn();
    const { id } = await stripe.payouts.create({ amount: 500, currency: 'usd' });
    await emulator.advanceTime({ days: 1 });
    expect(await stripe.payouts.retrieve(id)).toMatchObject({ status: 'in_transit' });
    await expectRejection(stripe.payouts.cancel(id), NOT_PENDING);
    await emulator.advanceTime({ days: 1 });
    expect(await stripe.payouts.retrieve(id)).toMatchObject({ status: 'paid' });
    await expectRejection(stripe.payouts.cancel(id), NOT_PENDING);
    expect(await listEventTypes(world, { type: 'payout.*' })).toEqual([
      'payout.created',
      'payout.updated',
      'payout.updated',
      'payout.paid',
    ]);
  });

  it('returns its money if it is canceled while pending', async () => {
    await earn();
    const { payouts } = stripe;
    const { id } = await payouts.create({ amount: 500, currency: 'usd' });
    const canceled = await payouts.cancel(id, { expand: ['failure_balance_transaction'] });
    expect(canceled).toMatchObject({
      failure_balance_transaction: { amount: 500, type: 'payout_cancel' },
      status: 'canceled',
    });
    await expectRejection(payouts.cancel(id), NOT_PENDING);
    expect(await availableUsd()).toBe(9680);
    expect(await listEventTypes(world, { type: 'payout.*' })).toEqual(['payout.created', 'payout.canceled']);
    await emulator.advanceTime({ days: 3 });
    expect(await payouts.retrieve(id)).toMatchObject({ status: 'canceled' });
  });

  it('is listed by status, and its metadata can change', async () => {
    await earn();
    const { payouts } = stripe;
    const first = await payouts.create({ amount: 500, currency: 'usd' });
    const second = await payouts.create({ amount: 600, currency: 'usd' });
    await payouts.cancel(first.id);
    expect((await payouts.list({ status: 'pending' })).data.map(({ id }) => id)).toEqual([second.id]);
    expect((await payouts.list({ limit: 1, starting_after: second.id })).data).toMatchObject([
      { id: first.id },
    ]);
    expect(await payouts.update(second.id, { metadata: { week: '13' } })).toMatchObject({
      metadata: { week: '13' },
    });
    await expectRejection(payouts.retrieve('po_none'), { statusCode: 404 });
    const other = payouts.create({ amount: 1, currency: 'usd', destination: 'ba_none' });
    await expectInvalid(other, 'destination');
  });
});
