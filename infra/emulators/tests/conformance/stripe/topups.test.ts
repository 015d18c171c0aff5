import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEvents } from '../../support/stripe/list-events.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

describe('a top-up', () => {
  const TWENTY = { amount: 2000, currency: 'usd', description: 'For payouts' };

  it('waits for the bank, and then is in the balance', async () => {
    const { id, ...made } = await stripe.topups.create({ ...TWENTY, statement_descriptor: 'Top-up' });
    expect(made).toMatchObject({ ...TWENTY, status: 'pending', balance_transaction: null, source: null });
    expect(made.expected_availability_date).toBeGreaterThan(made.created);
    await emulator.settle();
    const done = await stripe.topups.retrieve(id, { expand: ['balance_transaction.source'] });
    expect(done).toMatchObject({
      status: 'succeeded',
      balance_transaction: { amount: 2000, fee: 0, type: 'topup', source: { id, object: 'topup' } },
    });
    expect((await stripe.balance.retrieve()).available).toMatchObject([{ amount: 2000, currency: 'usd' }]);
    expect(await listEvents(world, id)).toEqual(['topup.created', 'topup.succeeded']);
  });

  it.each([
    ['noAccount', 'no_account'],
    ['insufficientFunds', 'insufficient_funds'],
  ])('fails as its token says: %s', async (outcome, failure_code) => {
    const { id } = await stripe.topups.create({ ...TWENTY, source: `btok_us_verified_${outcome}` });
    await emulator.settle();
    const failed = { status: 'failed', failure_code, balance_transaction: null };
    expect(await stripe.topups.retrieve(id)).toMatchObject(failed);
    expect(await listEvents(world, id)).toEqual(['topup.created', 'topup.failed']);
  });

  it('is canceled until then, and its description can be changed', async () => {
    const { id } = await stripe.topups.create(TWENTY);
    const changed = await stripe.topups.update(id, { description: 'None', metadata: { order: '7' } });
    expect(changed).toMatchObject({ description: 'None', metadata: { order: '7' } });
    expect(await stripe.topups.cancel(id)).toMatchObject({ status: 'canceled' });
    await emulator.settle();
    await expectRejection(stripe.topups.cancel(id), { statusCode: 400 });
    expect(await listEvents(world, id)).toEqual(['topup.created', 'topup.canceled']);
  });

  it('is listed by its amount and status', async () => {
    const { id } = await stripe.topups.create(TWENTY);
    await stripe.topups.create({ ...TWENTY, amount: 900 });
    const { data } = await stripe.topups.list({ amount: { gt: 900 }, status: 'pending' });
    expect(data).toMatchObject([{ id }]);
    await expectInvalid(stripe.topups.create({ ...TWENTY, source: 'btok_none' }), 'source');
    await expectInvalid(stripe.topups.create({ ...TWENTY, currency: 'xyz' }), 'currency');
  });
});
