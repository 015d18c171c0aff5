import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEventTypes } from '../../support/stripe/list-events.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

async function warned() {
  const { latest_charge: charge, id: intent } = await stripe.paymentIntents.create({
    amount: 1200,
    currency: 'usd',
    payment_method: 'pm_card_createIssuerFraudRecord',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    confirm: true,
  });
  const [warning] = (await stripe.radar.earlyFraudWarnings.list({ payment_intent: intent })).data;
  return { charge: String(charge), warning };
}

describe('an early fraud warning', () => {
  it('follows a payment with its test card, and no other', async () => {
    const { charge, warning } = await warned();
    expect(warning).toMatchObject({
      object: 'radar.early_fraud_warning',
      actionable: true,
      charge,
      fraud_type: 'misc',
    });
    const expanded = await stripe.radar.earlyFraudWarnings.retrieve(warning?.id ?? '', {
      expand: ['charge', 'payment_intent'],
    });
    expect(expanded).toMatchObject({ charge: { amount: 1200 }, payment_intent: { amount: 1200 } });
    expect((await stripe.radar.earlyFraudWarnings.list()).data).toHaveLength(1);
    await expectRejection(stripe.radar.earlyFraudWarnings.retrieve('issfr_none'), { statusCode: 404 });
  });

  it('asks for nothing once its charge is fully refunded', async () => {
    const { charge, warning } = await warned();
    await stripe.refunds.create({ charge, amount: 200 });
    expect(await listEventTypes(world, { type: 'radar.*' })).toEqual(['radar.early_fraud_warning.created']);
    await stripe.refunds.create({ charge });
    expect(await stripe.radar.earlyFraudWarnings.retrieve(warning?.id ?? '')).toMatchObject({
      actionable: false,
    });
    expect(await listEventTypes(world, { type: 'radar.*' })).toEqual([
      'radar.early_fraud_warning.created',
      'radar.early_fraud_warning.updated',
    ]);
  });

  it('asks for nothing once its charge is disputed', async () => {
    const { charge, warning } = await warned();
    await emulator.dispute(charge);
    expect(await stripe.radar.earlyFraudWarnings.retrieve(warning?.id ?? '')).toMatchObject({
      actionable: false,
    });
  });

  it('is no review: the account has none', async () => {
    expect((await stripe.reviews.list()).data).toEqual([]);
    await expectRejection(stripe.reviews.retrieve('prv_none'), { code: 'resource_missing', statusCode: 404 });
  });
});
