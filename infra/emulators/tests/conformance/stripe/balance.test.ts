import { describe, expect, it } from 'vitest';
import { subscribe } from '../../support/stripe/checkout.ts';
import { DAY } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payByCard, payerWithCard } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection, readRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

describe('the balance', () => {
  async function paid(amount: number, currency = 'usd') {
    const { latest_charge } = await payByCard(stripe, amount, { currency, description: 'Order 7' });
    // Charges of payments made by API enter the balance a moment later.
    await emulator.settle();
    return String(latest_charge);
  }

  it('has a transaction with a fee for each charge, pending for two days', async () => {
    const id = await paid(10_000);
    const charge = await stripe.charges.retrieve(id, { expand: ['balance_transaction'] });
    expect(charge.balance_transaction).toMatchObject({
      object: 'balance_transaction',
      amount: 10_000,
      fee: 320,
      fee_details: [{ amount: 320, type: 'stripe_fee' }],
      net: 9680,
      type: 'charge',
      reporting_category: 'charge',
      description: 'Order 7',
      source: id,
      status: 'pending',
    });
    expect(await stripe.balance.retrieve()).toMatchObject({
      available: [{ amount: 0, currency: 'usd' }],
      pending: [{ amount: 9680, currency: 'usd', source_types: { card: 9680 } }],
    });
    await emulator.advanceTime({ days: 1 });
    const { available } = await stripe.balance.retrieve();
    expect(available).toEqual([{ amount: 0, currency: 'usd', source_types: { card: 0 } }]);
    await emulator.advanceTime({ days: 1 });
    const [transaction] = (await stripe.balanceTransactions.list({ source: id })).data;
    expect(transaction?.status).toBe('available');
    expect(Number(transaction?.available_on) % DAY).toBe(0);
    expect((await stripe.balance.retrieve()).available).toMatchObject([{ amount: 9680 }]);
    expect(await stripe.payouts.list()).toMatchObject({ data: [], has_more: false, url: '/v1/payouts' });
  });

  it('has no transaction for a failed charge', async () => {
    const { card: payment_method, customer } = await payerWithCard(world, 'pm_card_chargeCustomerFail');
    await readRejection(payByCard(stripe, 500, { customer, payment_method, off_session: true }));
    expect((await stripe.charges.list({ customer })).data).toMatchObject([
      { status: 'failed', balance_transaction: null },
    ]);
    expect((await stripe.balanceTransactions.list()).data).toEqual([]);
  });

  it('deducts a refund without returning the fee', async () => {
    const charge = await paid(10_000);
    const refund = await stripe.refunds.create({ charge, amount: 4000, expand: ['balance_transaction'] });
    expect(refund.balance_transaction).toMatchObject({
      amount: -4000,
      fee: 0,
      fee_details: [],
      net: -4000,
      type: 'refund',
      reporting_category: 'refund',
      description: 'REFUND FOR CHARGE (Order 7)',
      status: 'pending',
    });
    const found = await stripe.balanceTransactions.list({ type: 'refund', expand: ['data.source'] });
    expect(found.data).toMatchObject([{ source: { object: 'refund', id: refund.id, amount: 4000 } }]);
    expect(await stripe.balance.retrieve()).toMatchObject({
      available: [{ amount: 0 }],
      pending: [{ amount: 5680 }],
    });
  });

  it('deducts a dispute and its fee, and returns the amount if it is won', async () => {
    const charge = await paid(5000);
    const inquiry = await paid(700);
    expect((await emulator.dispute(inquiry, { inquiry: true })).balance_transactions).toEqual([]);
    const { id, balance_transactions } = await emulator.dispute(charge);
    expect(balance_transactions).toMatchObject([
      { amount: -5000, fee: 1500, net: -6500, type: 'adjustment', reporting_category: 'dispute', source: id },
    ]);
    await emulator.closeDispute(id, { status: 'won' });
    const dispute = await stripe.disputes.retrieve(id);
    expect(
      dispute.balance_transactions.map(({ net, reporting_category }) => [net, reporting_category]),
    ).toEqual([
      [-6500, 'dispute'],
      [5000, 'dispute_reversal'],
    ]);
    const { data } = await stripe.balanceTransactions.list({ type: 'adjustment', expand: ['data.source'] });
    expect(data.map(({ source }) => (source as { id: string }).id)).toEqual([id, id]);
  });

  it('keeps currencies and bank payments apart', async () => {
    await paid(1000, 'eur');
    const { customer } = await subscribe(world, { card: 'bank_debit' });
    expect((await stripe.charges.list({ customer })).data).toMatchObject([{ balance_transaction: null }]);
    await emulator.advanceTime({ days: 4 });
    const [payment] = (await stripe.balanceTransactions.list({ type: 'payment' })).data;
    expect(payment).toMatchObject({ amount: 100_000, fee: 500, net: 99_500, reporting_category: 'charge' });
    const { available, pending } = await stripe.balance.retrieve();
    expect(available).toMatchObject([
      { currency: 'usd', amount: 0 },
      { currency: 'eur', amount: 941 },
    ]);
    expect(pending).toMatchObject([
      { currency: 'usd', amount: 99_500, source_types: { bank_account: 99_500, card: 0 } },
    ]);
    expect((await stripe.balanceTransactions.list({ currency: 'eur' })).data).toMatchObject([
      { amount: 1000, fee: 59 },
    ]);
  });

  it('lists transactions by page and filter, newest first', async () => {
    const charges = [await paid(100), await paid(200), await paid(300)];
    const [newest, ...rest] = (await stripe.balanceTransactions.list()).data;
    expect([newest, ...rest].map((entry) => entry?.source)).toEqual(charges.toReversed());
    const page = await stripe.balanceTransactions.list({ limit: 1, starting_after: String(newest?.id) });
    expect(page).toMatchObject({ has_more: true, data: [{ source: charges[1] }] });
    await expectInvalid(stripe.balanceTransactions.list({ payout: 'po_none' }), 'payout');
    const later = await stripe.balanceTransactions.list({ created: { gt: Number(newest?.created) } });
    expect(later.data).toEqual([]);
    expect(await stripe.balanceTransactions.retrieve(String(newest?.id))).toMatchObject({ amount: 300 });
    await expectRejection(stripe.balanceTransactions.retrieve('txn_none'), {
      statusCode: 404,
      code: 'resource_missing',
    });
  });
});
