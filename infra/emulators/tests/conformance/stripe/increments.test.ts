import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEvents } from '../../support/stripe/list-events.ts';
import { onboard } from '../../support/stripe/onboard.ts';
import { payByCard } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe } = world;

const requesting = (request: 'if_available' | 'never') => ({
  payment_method_options: { card: { request_incremental_authorization: request } },
});

const hold = (card = 'pm_card_visa', more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  payByCard(stripe, 2000, {
    ...{ capture_method: 'manual', payment_method: card, ...requesting('if_available') },
    ...more,
  });

const raise = (
  id: string,
  amount: number,
  more: Partial<Stripe.PaymentIntentIncrementAuthorizationParams> = {},
) => stripe.paymentIntents.incrementAuthorization(id, { amount, ...more });

const latestCharge = ({ latest_charge: id }: Stripe.PaymentIntent) => stripe.charges.retrieve(String(id));

async function readStatus(intent: Stripe.PaymentIntent) {
  return (await latestCharge(intent)).payment_method_details?.card?.incremental_authorization?.status;
}

describe('the increment of an authorization', () => {
  it('holds more, which is then captured', async () => {
    const { paymentIntents } = stripe;
    const held = await hold('pm_card_debit_incrementalAuthAuthorized');
    expect(held).toMatchObject({ status: 'requires_capture', ...requesting('if_available') });
    const first = await latestCharge(held);
    expect(first.payment_method_details?.card?.incremental_authorization).toEqual({ status: 'available' });
    const raised = await raise(held.id, 3500, { description: 'Two nights', metadata: { nights: 2 } });
    expect(raised).toMatchObject({
      status: 'requires_capture',
      amount: 3500,
      amount_capturable: 3500,
      description: 'Two nights',
      metadata: { nights: '2' },
    });
    const after = await latestCharge(held);
    expect(after).toMatchObject({ amount: 3500, amount_captured: 0, captured: false });
    expect(after.payment_method_details?.card).toMatchObject({
      amount_authorized: 3500,
      capture_before: first.payment_method_details?.card?.capture_before,
    });
    expect(await paymentIntents.capture(held.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 3500,
    });
    expect(await listEvents(world, held.id)).toEqual([
      'payment_intent.created',
      ...['payment_intent.amount_capturable_updated', 'payment_intent.amount_capturable_updated'],
      'payment_intent.succeeded',
    ]);
    expect(await listEvents(world, after.id)).toEqual([
      'charge.succeeded',
      'charge.updated',
      'charge.captured',
    ]);
    const { data } = await stripe.events.list({ type: 'charge.updated' });
    expect(data[0]?.data.previous_attributes).toMatchObject({ amount: 2000 });
  });

  it('is declined by the bank of a test card, which changes nothing but counts', async () => {
    const held = await hold('pm_card_credit_disableEnterpriseCardFeatures');
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await expectRejection(raise(held.id, 2100, { description: 'More' }), {
        ...{ statusCode: 402, code: 'card_declined', payment_intent: { id: held.id, amount: 2000 } },
      });
    }
    await expectRejection(raise(held.id, 2100), { statusCode: 400 });
    expect(await stripe.paymentIntents.capture(held.id)).toMatchObject({
      ...{ amount_received: 2000, description: null, last_payment_error: null },
    });
  });

  it('is rejected after ten', async () => {
    const { id } = await hold();
    for (let amount = 2001; amount <= 2010; amount += 1) await raise(id, amount);
    await expectRejection(raise(id, 2011), { statusCode: 400 });
  });

  it('is rejected unless it raises the amount, by 500 dollars or to the sixfold at most', async () => {
    const { id } = await hold('pm_card_visa', { amount: 20_000 });
    for (const amount of [20_000, 19_000]) {
      await expectInvalid(raise(id, amount), 'amount');
    }
    const tooMuch = { statusCode: 400, code: 'amount_too_large', param: 'amount' };
    await expectRejection(raise(id, 120_001), tooMuch);
    expect(await raise(id, 120_000)).toMatchObject({ amount_capturable: 120_000 });
    const { id: small } = await hold();
    await expectRejection(raise(small, 52_001), tooMuch);
    expect(await raise(small, 52_000)).toMatchObject({ amount_capturable: 52_000 });
  });

  it('is rejected where it was not requested, or where the card’s network has none', async () => {
    for (const held of [
      await hold('pm_card_visa', requesting('never')),
      await hold('pm_card_visa', { payment_method_options: {} }),
      await hold('pm_card_discover'),
    ]) {
      expect(await readStatus(held)).toBe('unavailable');
      await expectRejection(raise(held.id, 2500), { statusCode: 400 });
    }
    for (const card of ['pm_card_mastercard', 'pm_card_amex']) {
      expect(await readStatus(await hold(card))).toBe('available');
    }
  });

  it('is rejected unless the payment waits for its capture', async () => {
    const { paymentIntents } = stripe;
    const unexpected = { statusCode: 400, code: 'payment_intent_unexpected_state' };
    const { id } = await hold('pm_card_visa', { capture_method: 'automatic' });
    await expectRejection(raise(id, 2500), unexpected);
    const held = await hold();
    await paymentIntents.capture(held.id);
    await expectRejection(raise(held.id, 2500), unexpected);
  });

  it('can be requested by a change or the confirmation', async () => {
    const { paymentIntents } = stripe;
    const { id } = await paymentIntents.create({ amount: 2000, currency: 'usd', capture_method: 'manual' });
    expect(await paymentIntents.update(id, requesting('if_available'))).toMatchObject(
      requesting('if_available'),
    );
    const { id: other } = await paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      capture_method: 'manual',
    });
    const visa = { payment_method: 'pm_card_visa' };
    expect(await readStatus(await paymentIntents.confirm(id, visa))).toBe('available');
    expect(
      await readStatus(await paymentIntents.confirm(other, { ...visa, ...requesting('if_available') })),
    ).toBe('available');
  });

  it('changes the part of the destination', async () => {
    const destination = await onboard(world);
    const { id } = await hold('pm_card_visa', { transfer_data: { amount: 1500, destination } });
    await expectRejection(raise(id, 2500, { transfer_data: { amount: 2600 } }), { statusCode: 400 });
    expect(await raise(id, 2500, { transfer_data: { amount: 2400 } })).toMatchObject({
      transfer_data: { amount: 2400, destination },
    });
  });
});
