import type Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { onboard } from '../../support/stripe/onboard.ts';
import { payer } from '../../support/stripe/payer.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;
let own: Stripe.RequestOptions;

const earn = async (options: Stripe.RequestOptions = {}) => {
  await stripe.charges.create({ amount: 20_000, currency: 'usd', source: 'tok_bypassPending' }, options);
  await emulator.settle();
};

async function paidOut(amount = 4200, params: Partial<Stripe.PayoutCreateParams> = {}) {
  await earn(own);
  const payout = await stripe.payouts.create({ amount, currency: 'usd', ...params }, own);
  return payout.id;
}

async function arrived() {
  const id = await paidOut();
  await emulator.advanceTime({ days: 3 });
  return id;
}

const reverse = (id: string, params: Stripe.PayoutReverseParams = {}, options = own) =>
  stripe.payouts.reverse(id, params, options);

async function usd() {
  const { available, pending } = await stripe.balance.retrieve({}, own);
  return [available, pending].map((list) => list.find(({ currency }) => currency === 'usd')?.amount ?? 0);
}

beforeEach(async () => {
  own = { stripeAccount: await onboard(world) };
});

describe('a reversed payout', () => {
  it('debits the bank account, whose money is pending until it arrives', async () => {
    const { payouts } = stripe;
    const id = await arrived();
    const [before = 0] = await usd();
    const expand = ['balance_transaction', 'original_payout'];
    const reversal = await reverse(id, { metadata: { why: 'closed shop' }, expand });
    expect(reversal).toMatchObject({
      amount: -4200,
      balance_transaction: { amount: 4200, source: reversal.id, status: 'pending', type: 'payout' },
      metadata: { why: 'closed shop' },
      original_payout: { id, reversed_by: reversal.id },
      reversed_by: null,
      status: 'pending',
    });
    expect(await usd()).toEqual([before, 4200]);
    await emulator.advanceTime({ days: 3 });
    expect(await payouts.retrieve(reversal.id, {}, own)).toMatchObject({ status: 'paid' });
    expect(await usd()).toEqual([before + 4200, 0]);
    const { data } = await stripe.events.list({ type: 'payout.*' }, own);
    const names = data.map(({ type, data: { object } }) => [
      type,
      Reflect.get(object, 'id') === id ? 'original' : 'reversal',
    ]);
    expect(names.toReversed().slice(4)).toEqual([
      ['payout.updated', 'original'],
      ['payout.created', 'reversal'],
      ['payout.updated', 'reversal'],
      ['payout.updated', 'reversal'],
      ['payout.paid', 'reversal'],
    ]);
    const [change] = data.filter(
      ({ data: { previous_attributes: former } }) => former && 'reversed_by' in former,
    );
    expect(change?.data.previous_attributes).toEqual({ reversed_by: null });
  });

  it('can be in transit', async () => {
    const id = await paidOut();
    await emulator.advanceTime({ days: 1 });
    expect(await reverse(id)).toMatchObject({ original_payout: id });
    await emulator.advanceTime({ days: 3 });
    expect(await stripe.payouts.retrieve(id, {}, own)).toMatchObject({ status: 'paid' });
  });

  it('is reversed once, and its reversal is not', async () => {
    const id = await arrived();
    const reversal = await reverse(id);
    await expectRejection(reverse(id), { statusCode: 400 });
    await emulator.advanceTime({ days: 3 });
    await expectRejection(reverse(reversal.id), { statusCode: 400 });
    await expectRejection(reverse('po_none'), { statusCode: 404 });
  });

  it('is neither pending nor canceled nor instant', async () => {
    const id = await paidOut();
    await expectRejection(reverse(id), {
      statusCode: 400,
      message: expect.stringMatching(/canceled instead/),
    });
    await stripe.payouts.cancel(id, {}, own);
    await expectRejection(reverse(id), { statusCode: 400, message: expect.stringMatching(/were canceled/) });
    const instant = await paidOut(300, { method: 'instant' });
    await emulator.settle();
    await expectRejection(reverse(instant), { statusCode: 400, message: expect.stringMatching(/Instant/) });
  });

  it('arrived less than 90 days ago', async () => {
    const id = await arrived();
    await emulator.advanceTime({ days: 88 });
    await reverse(id);
    const late = await arrived();
    await emulator.advanceTime({ days: 90 });
    await expectRejection(reverse(late), { statusCode: 400, message: expect.stringMatching(/90 days/) });
  });

  it('went to an American or Canadian account', async () => {
    const external = { country: 'DE', currency: 'usd', account_number: 'DE89370400440532013000' } as const;
    const bank = await stripe.accounts.createExternalAccount(String(own.stripeAccount), {
      external_account: { object: 'bank_account', ...external },
    });
    const id = await paidOut(900, { destination: bank.id });
    await emulator.advanceTime({ days: 3 });
    await expectRejection(reverse(id), { statusCode: 400, message: expect.stringMatching(/United States/) });
  });

  it('belongs to a connected account whose losses the platform bears', async () => {
    await payer(world);
    await earn();
    const { id } = await stripe.payouts.create({ amount: 700, currency: 'usd' });
    await emulator.advanceTime({ days: 3 });
    await expectRejection(reverse(id, {}, {}), { message: expect.stringMatching(/connected accounts/) });
    own = { stripeAccount: await onboard(world, { type: 'standard' }) };
    await expectRejection(reverse(await arrived()), { message: expect.stringMatching(/negative balances/) });
  });
});
