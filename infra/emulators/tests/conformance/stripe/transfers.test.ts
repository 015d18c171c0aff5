import { beforeEach, describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEventTypes } from '../../support/stripe/list-events.ts';
import { onboard } from '../../support/stripe/onboard.ts';
import { payByCard } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld({ publicUrl: 'http://localhost:8080' });
const { stripe, emulator } = world;

let account: string;
let own: { stripeAccount: string };
beforeEach(async () => {
  account = await onboard(world);
  own = { stripeAccount: account };
});

/** A paid charge of 100 dollars, whose money is available at once if the card is one for that. */
async function earn(card = 'pm_card_bypassPending'): Promise<string> {
  const { latest_charge } = await payByCard(stripe, 10_000, { payment_method: card });
  await emulator.settle();
  return String(latest_charge);
}

async function usd(options: { stripeAccount?: string } = {}) {
  const { available, pending } = await stripe.balance.retrieve({}, options);
  const amount = (list: typeof available) => list.find(({ currency }) => currency === 'usd')?.amount ?? 0;
  return [amount(available), amount(pending)];
}

const eventTypes = () => listEventTypes(world, { type: 'transfer.*' });

describe('a transfer', () => {
  it('takes available money, and arrives as a payment', async () => {
    const { balanceTransactions, charges, transfers } = stripe;
    await earn();
    const transfer = await transfers.create({
      amount: 4000,
      currency: 'usd',
      destination: account,
      description: 'July',
      transfer_group: 'ORDER_7',
      metadata: { order: '7' },
      expand: ['balance_transaction', 'destination', 'destination_payment.balance_transaction'],
    });
    expect(transfer).toMatchObject({
      object: 'transfer',
      amount: 4000,
      amount_reversed: 0,
      balance_transaction: { amount: -4000, fee: 0, type: 'transfer', reporting_category: 'transfer' },
      destination: { id: account, object: 'account' },
      destination_payment: {
        amount: 4000,
        balance_transaction: { amount: 4000, type: 'payment' },
        object: 'charge',
        source_transfer: transfer.id,
      },
      reversed: false,
      reversals: { data: [], total_count: 0 },
      source_transaction: null,
      source_type: 'card',
      transfer_group: 'ORDER_7',
    });
    expect([await usd(), await usd(own)]).toEqual([
      [9680 - 4000, 0],
      [4000, 0],
    ]);
    const { data } = await charges.list({}, own);
    expect(data).toMatchObject([
      {
        id: expect.stringMatching(/^py_/),
        amount: 4000,
        payment_method: null,
        payment_method_details: { type: 'stripe_account' },
        application: expect.stringMatching(/^ca_/),
        outcome: null,
        paid: true,
      },
    ]);
    expect((await balanceTransactions.list({}, own)).data).toMatchObject([
      { amount: 4000, net: 4000, type: 'payment', source: data[0]?.id, status: 'available' },
    ]);
    const changed = await transfers.update(transfer.id, { metadata: { order: '8' } });
    expect(changed).toMatchObject({ description: 'July', metadata: { order: '8' } });
    expect(await eventTypes()).toEqual(['transfer.created', 'transfer.updated']);
    const { data: arrivals } = await stripe.events.list({ type: 'payment.*' }, own);
    expect(arrivals).toMatchObject([{ type: 'payment.created' }]);
    const other = await transfers.create({ amount: 1, currency: 'usd', destination: account });
    const listed = async (filter: object) => (await transfers.list(filter)).data.map(({ id }) => id);
    expect(await listed({ transfer_group: 'ORDER_7' })).toEqual([transfer.id]);
    expect(await listed({ destination: account })).toEqual([other.id, transfer.id]);
  });

  it('is rejected for more than is available', async () => {
    const { transfers } = stripe;
    await earn('pm_card_visa');
    const given = { amount: 4000, currency: 'usd', destination: account };
    await expectRejection(transfers.create(given), {
      statusCode: 400,
      code: 'balance_insufficient',
      message: expect.stringMatching(/^You have insufficient available funds in your Stripe account\. Try/),
    });
    await emulator.advanceTime({ days: 3 });
    expect(await transfers.create(given)).toMatchObject({ amount: 4000 });
  });

  it('does not wait for the money of its charge', async () => {
    const { charges, transfers } = stripe;
    const charge = await earn('pm_card_visa');
    const given = { amount: 7000, currency: 'usd', destination: account, source_transaction: charge };
    const transfer = await transfers.create(given);
    expect(transfer.transfer_group).toMatch(/^group_pi_/);
    expect(await charges.retrieve(charge)).toMatchObject({ transfer_group: transfer.transfer_group });
    expect([await usd(), await usd(own)]).toEqual([
      [0, 9680 - 7000],
      [0, 7000],
    ]);
    await expectRejection(transfers.create({ ...given, amount: 3001 }), {
      message:
        'Transfers using this transaction as a source must not exceed the source amount of $100.00. (There is already a transfer using this source, amounting to $70.00.)',
    });
    await expectRejection(transfers.create({ ...given, currency: 'eur', amount: 1 }), {
      statusCode: 400,
      message: expect.stringContaining('(usd) must be the same as the transfer currency (eur)'),
    });
    await emulator.advanceTime({ days: 3 });
    expect(await usd(own)).toEqual([7000, 0]);
  });

  it('goes only to connected accounts that may receive it', async () => {
    const { accounts, transfers } = stripe;
    await earn();
    const to = (destination: string) => transfers.create({ amount: 1, currency: 'usd', destination });
    await expectRejection(to('acct_none'), {
      code: 'resource_missing',
      message: "No such destination: 'acct_none'",
      param: 'destination',
    });
    const { id } = await accounts.create({
      type: 'custom',
      capabilities: { transfers: { requested: true } },
    });
    await expectRejection(to(id), {
      code: 'insufficient_capabilities_for_transfer',
      message: expect.stringContaining('transfers, crypto_transfers, legacy_payments'),
    });
    const between = transfers.create({ amount: 1, currency: 'usd', destination: account }, own);
    await expectRejection(between, { code: 'resource_missing' });
  });
});

describe('a reversal', () => {
  const transferred = async () => {
    await earn();
    return stripe.transfers.create({ amount: 4000, currency: 'usd', destination: account });
  };

  it('takes back part of a transfer, or the rest', async () => {
    const { transfers } = stripe;
    const { id } = await transferred();
    const part = await transfers.createReversal(id, {
      amount: 1000,
      metadata: { why: 'damage' },
      expand: ['balance_transaction'],
    });
    expect(part).toMatchObject({
      object: 'transfer_reversal',
      amount: 1000,
      balance_transaction: { amount: 1000, description: 'REFUND FOR TRANSFER', type: 'transfer_refund' },
      destination_payment_refund: expect.stringMatching(/^pyr_/),
      source_refund: null,
      transfer: id,
    });
    expect(await transfers.retrieve(id)).toMatchObject({
      amount_reversed: 1000,
      reversed: false,
      reversals: { data: [{ id: part.id }], total_count: 1 },
    });
    const expand = ['data.balance_transaction'];
    const refunds = await stripe.refunds.list({ expand }, own);
    expect(refunds.data).toMatchObject([
      {
        ...{ id: part.destination_payment_refund, amount: 1000, source_transfer_reversal: part.id },
        transfer_reversal: part.id,
        balance_transaction: { description: 'REFUND FOR PAYMENT' },
      },
    ]);
    const rest = await transfers.createReversal(id);
    expect(rest.amount).toBe(3000);
    expect(await transfers.retrieve(id)).toMatchObject({ amount_reversed: 4000, reversed: true });
    expect([await usd(), await usd(own)]).toEqual([
      [9680, 0],
      [0, 0],
    ]);
    expect(await eventTypes()).toEqual(['transfer.created', 'transfer.reversed', 'transfer.reversed']);
    expect((await transfers.listReversals(id)).data.map((each) => each.id)).toEqual([rest.id, part.id]);
    expect(await transfers.retrieveReversal(id, part.id)).toMatchObject({ metadata: { why: 'damage' } });
    expect(await transfers.updateReversal(id, part.id, { metadata: { why: 'loss' } })).toMatchObject({
      metadata: { why: 'loss' },
    });
    await expectRejection(transfers.retrieveReversal(id, 'trr_none'), { statusCode: 404 });
  });

  it('is rejected for more than was transferred, or than the account has left', async () => {
    const { payouts, transfers } = stripe;
    const { id } = await transferred();
    await expectInvalid(transfers.createReversal(id, { amount: 4001 }), 'amount');
    await payouts.create({ amount: 3500, currency: 'usd' }, own);
    await expectRejection(transfers.createReversal(id), { code: 'balance_insufficient' });
    await transfers.createReversal(id, { amount: 500 });
    expect(await usd(own)).toEqual([0, 0]);
  });

  it('happens once for all of it', async () => {
    const { transfers } = stripe;
    const { id } = await transferred();
    await transfers.createReversal(id);
    await expectRejection(transfers.createReversal(id), { statusCode: 400 });
  });
});
