import { describe, expect, it } from 'vitest';
import { subscribe } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEventTypes } from '../../support/stripe/list-events.ts';
import { payByCard } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

describe('a dispute', () => {
  const charge = async (card = 'visa') => {
    const { customer } = await subscribe(world, { card });
    const [found] = (await stripe.charges.list({ customer })).data;
    if (found === undefined) throw new Error('nothing was charged');
    return found;
  };
  const types = async () => (await stripe.events.list({ type: 'charge.dispute.*' })).data.map((e) => e.type);

  it('is opened by the test card for disputes, and blocks refunds of the charge', async () => {
    const { id, disputed, payment_intent } = await charge('4000 0000 0000 0259');
    expect(disputed).toBe(true);
    const [dispute] = (await stripe.disputes.list({ charge: id })).data;
    expect(dispute).toMatchObject({
      ...{ status: 'needs_response', amount: 100_000, is_charge_refundable: false },
      balance_transaction: dispute?.balance_transactions[0]?.id,
      payment_method_details: {
        card: { brand: 'visa', case_type: 'chargeback', network_reason_code: '10.4' },
        type: 'card',
      },
    });
    expect(await stripe.disputes.retrieve(String(dispute?.id), { expand: ['charge'] })).toMatchObject({
      charge: { id, disputed: true },
    });
    await expectRejection(stripe.refunds.create({ payment_intent: String(payment_intent) }), {
      statusCode: 400,
      rawType: 'invalid_request_error',
      code: 'charge_disputed',
      message: `Charge ${id} has been charged back; cannot issue a refund.`,
    });
    expect((await stripe.refunds.list()).data).toEqual([]);
    expect(await types()).toEqual(['charge.dispute.funds_withdrawn', 'charge.dispute.created']);
  });

  it('can be won, after which the charge can be refunded again', async () => {
    const { id } = await charge();
    const dispute = await emulator.dispute(id, { reason: 'duplicate' });
    expect(dispute).toMatchObject({ reason: 'duplicate', status: 'needs_response' });
    await expect(emulator.dispute(id)).rejects.toThrow(/once/);
    await expect(emulator.closeDispute(dispute.id, { status: 'settled' as never })).rejects.toThrow(
      /lost or won/,
    );
    expect(await emulator.closeDispute(dispute.id, { status: 'won' })).toMatchObject({ status: 'won' });
    expect(await stripe.refunds.create({ charge: id })).toMatchObject({ status: 'succeeded' });
    expect(await types()).toEqual([
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.created',
    ]);
  });

  it('can begin as an inquiry, which withdraws no funds and allows a refund', async () => {
    const { id, payment_intent } = await charge();
    const inquiry = await emulator.dispute(id, { inquiry: true });
    expect(inquiry).toMatchObject({ status: 'warning_needs_response', is_charge_refundable: true });
    await expect(emulator.dispute(id, { inquiry: true })).rejects.toThrow(/once/);
    await expect(emulator.closeDispute(inquiry.id, { status: 'won' })).rejects.toThrow(/warning_closed/);
    await stripe.refunds.create({ payment_intent: String(payment_intent) });
    expect(await stripe.disputes.retrieve(inquiry.id)).toMatchObject({ status: 'warning_closed' });
    expect(await types()).toEqual(['charge.dispute.closed', 'charge.dispute.created']);
  });

  it('can follow an inquiry', async () => {
    const { id } = await charge();
    const inquiry = await emulator.dispute(id, { inquiry: true });
    expect(await emulator.dispute(id)).toMatchObject({ id: inquiry.id, status: 'needs_response' });
    await expect(emulator.dispute(id)).rejects.toThrow(/once/);
    await expectRejection(stripe.refunds.create({ charge: id }), { code: 'charge_disputed' });
    expect(await types()).toContain('charge.dispute.funds_withdrawn');
  });

  it('leads from the payment to the invoice it paid', async () => {
    const { payment_intent } = await charge();
    const payment = { type: 'payment_intent' as const, payment_intent: String(payment_intent) };
    const { data } = await stripe.invoicePayments.list({ payment, expand: ['data.invoice'] });
    expect(data).toMatchObject([
      { status: 'paid', invoice: { object: 'invoice', parent: { type: 'subscription_details' } } },
    ]);
  });

  it('is decided by evidence with a test value, after a review', async () => {
    const decided = async (uncategorized_text: string, inquiry = false) => {
      const { id } = await emulator.dispute((await charge()).id, { inquiry });
      const { status } = await stripe.disputes.update(id, { evidence: { uncategorized_text } });
      await emulator.settle();
      return [status, (await stripe.disputes.retrieve(id)).status];
    };
    expect(await decided('winning_evidence')).toEqual(['under_review', 'won']);
    expect(await types()).toEqual([
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
      'charge.dispute.updated',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.created',
    ]);
    expect(await decided('losing_evidence')).toEqual(['under_review', 'lost']);
    expect(await decided('We shipped it.')).toEqual(['under_review', 'under_review']);
    expect(await decided('losing_evidence', true)).toEqual(['warning_under_review', 'warning_closed']);
    expect(await decided('escalate_inquiry_evidence', true)).toEqual([
      'warning_under_review',
      'needs_response',
    ]);
  });

  it('keeps staged evidence until it is submitted', async () => {
    const { id: charged } = await charge();
    const { id } = await emulator.dispute(charged);
    const customer_name = 'Mila Ortiz';
    const staged = await stripe.disputes.update(id, { evidence: { customer_name }, submit: false });
    expect(staged).toMatchObject({
      ...{ status: 'needs_response', evidence: { customer_name, service_date: null } },
      evidence_details: { has_evidence: true, submission_count: 0 },
    });
    const evidence = { customer_name: '', service_date: '3 May' };
    expect(await stripe.disputes.update(id, { evidence })).toMatchObject({
      ...{ status: 'under_review', evidence: { customer_name: null, service_date: '3 May' } },
      ...{ evidence_details: { submission_count: 1 }, is_charge_refundable: false },
    });
    const [event] = (await stripe.events.list({ type: 'charge.dispute.updated' })).data;
    expect(event?.data.previous_attributes).toMatchObject({ status: 'needs_response' });
    await expectRejection(stripe.refunds.create({ charge: charged }), { code: 'charge_disputed' });
    expect(await emulator.closeDispute(id, { status: 'won' })).toMatchObject({ status: 'won' });
  });

  // Source: docs.stripe.com/api/disputes/update (the combined limit of all fields).
  it('takes evidence of at most 150,000 characters', async () => {
    const { id } = await emulator.dispute((await charge()).id);
    const text = 'x'.repeat(20_000);
    const evidence = {
      ...{ access_activity_log: text, cancellation_policy_disclosure: text, cancellation_rebuttal: text },
      ...{ duplicate_charge_explanation: text, product_description: text, refund_policy_disclosure: text },
      refund_refusal_explanation: text,
    };
    const staged = await stripe.disputes.update(id, { evidence, submit: false });
    expect(staged.evidence.access_activity_log).toBe(text);
    const more = stripe.disputes.update(id, { evidence: { uncategorized_text: text }, submit: false });
    await expectInvalid(more, 'evidence');
    expect((await stripe.disputes.retrieve(id)).evidence.uncategorized_text).toBeNull();
  });

  it('can be accepted by the account', async () => {
    const { id } = await charge();
    const dispute = await emulator.dispute(id);
    expect(await stripe.disputes.close(dispute.id)).toMatchObject({ status: 'lost' });
    const over = { statusCode: 400, message: 'This dispute is already closed' };
    await expectRejection(stripe.disputes.close(dispute.id), over);
    await expectRejection(stripe.disputes.update(dispute.id, { metadata: { a: '1' } }), over);
    await expectRejection(stripe.refunds.create({ charge: id }), { code: 'charge_disputed' });
  });
});

describe('a refund', () => {
  it('is rejected while the balance is too low, and the rejection is replayed under the same key', async () => {
    const { customer } = await subscribe(world);
    const [charge] = (await stripe.charges.list({ customer })).data;
    await emulator.setSwitches({ refundRefusal: 'insufficient_balance' });
    const refund = (idempotencyKey: string) =>
      stripe.refunds.create({ charge: String(charge?.id) }, { idempotencyKey });
    await expectRejection(refund('key-1'), {
      statusCode: 400,
      rawType: 'invalid_request_error',
      message: 'Insufficient funds in your Stripe balance to refund this amount.',
    });
    await emulator.setSwitches({ refundRefusal: 'none' });
    await expectRejection(refund('key-1'), { headers: { 'idempotent-replayed': 'true' } });
    expect(await refund('key-2')).toMatchObject({ status: 'succeeded' });
  });
});

async function warned() {
  const { latest_charge: charge, id: intent } = await payByCard(stripe, 1200, {
    payment_method: 'pm_card_createIssuerFraudRecord',
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
});
