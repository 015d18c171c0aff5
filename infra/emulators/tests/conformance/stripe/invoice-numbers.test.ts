import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEvents } from '../../support/stripe/list-events.ts';
import {
  draftInvoice,
  latestInvoice,
  openInvoice,
  payer,
  subscribedPayer,
} from '../../support/stripe/payer.ts';
import { expectInvalid, readRejections } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

const HOUR = 3600;
const DAY = 24 * HOUR;

async function draft(more: Parameters<typeof stripe.invoices.create>[0] = {}) {
  const customer = more.customer ?? (await payer(world));
  return { ...(await draftInvoice(world, customer, [4200], more)), customer };
}

describe('the number of an invoice', () => {
  it('is the given one, from the draft on', async () => {
    const { id, number, customer } = await draft({ number: 'EVENT-77' });
    expect(number).toBe('EVENT-77');
    expect(await stripe.invoices.finalizeInvoice(id)).toMatchObject({ number: 'EVENT-77' });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ next_invoice_sequence: 1 });
  });

  it('can be changed and removed while the invoice is a draft', async () => {
    const { id } = await draft();
    expect(await stripe.invoices.update(id, { number: 'A' })).toMatchObject({ number: 'A' });
    expect(await stripe.invoices.update(id, { number: 'B' })).toMatchObject({ number: 'B' });
    expect(await stripe.invoices.update(id, { number: '' })).toMatchObject({ number: null });
    const { number } = await stripe.invoices.finalizeInvoice(id);
    expect(number).toMatch(/-0001$/);
    await expectInvalid(stripe.invoices.update(id, { number: 'C' }), 'number');
  });

  it('belongs to one invoice', async () => {
    const { id } = await draft({ number: 'ONCE' });
    expect(await stripe.invoices.update(id, { number: 'ONCE' })).toMatchObject({ number: 'ONCE' });
    const other = await draft();
    const calls = [stripe.invoices.update(other.id, { number: 'ONCE' }), draft({ number: 'ONCE' })];
    const rejection = { statusCode: 400, param: 'number' };
    expect(await readRejections(calls)).toMatchObject([rejection, rejection]);
    await stripe.invoices.del(id);
    expect(await stripe.invoices.update(other.id, { number: 'ONCE' })).toMatchObject({ number: 'ONCE' });
  });

  it('is not assigned by Stripe if another invoice has it', async () => {
    const customer = await payer(world);
    await stripe.customers.update(customer, { invoice_prefix: 'GREEN' });
    await draft({ number: 'GREEN-0001' });
    const { id } = await draft({ customer });
    expect(await stripe.invoices.finalizeInvoice(id)).toMatchObject({ number: 'GREEN-0002' });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ next_invoice_sequence: 3 });
  });
});

describe('the date of issue', () => {
  it('is that of finalization unless it is given', async () => {
    const plain = await draft();
    expect(plain.effective_at).toBeNull();
    const { effective_at: at, status_transitions: times } = await stripe.invoices.finalizeInvoice(plain.id);
    expect(at).toBe(times.finalized_at);
    const given = Date.UTC(2026, 2, 4) / 1000;
    const { id } = await draft({ effective_at: given });
    const { hosted_invoice_url: url, ...open } = await stripe.invoices.finalizeInvoice(id);
    expect(open.effective_at).toBe(given);
    const page = await fetch(emulator.url + new URL(String(url)).pathname);
    expect(await page.text()).toContain('To be paid, March 4, 2026');
  });

  it('can be changed and removed while the invoice is a draft', async () => {
    const { id } = await draft({ effective_at: 1_900_000_000 });
    expect(await stripe.invoices.update(id, { effective_at: 1_900_000_100 })).toMatchObject({
      effective_at: 1_900_000_100,
    });
    expect(await stripe.invoices.update(id, { effective_at: '' })).toMatchObject({ effective_at: null });
    await stripe.invoices.finalizeInvoice(id);
    await expectInvalid(stripe.invoices.update(id, { effective_at: 1 }), 'effective_at');
  });
});

describe('a scheduled finalization', () => {
  it('finalizes and charges the draft at its time', async () => {
    const at = Math.floor(Date.now() / 1000) + 10 * DAY;
    const { id } = await draft({ auto_advance: true, automatically_finalizes_at: at });
    expect(await stripe.invoices.retrieve(id)).toMatchObject({
      automatically_finalizes_at: at,
      next_payment_attempt: at,
    });
    await emulator.advanceTime({ days: 9 });
    expect(await stripe.invoices.retrieve(id)).toMatchObject({ status: 'draft' });
    await emulator.advanceTime({ days: 1, minutes: 1 });
    expect(await stripe.invoices.retrieve(id)).toMatchObject({
      automatically_finalizes_at: null,
      status: 'paid',
    });
    expect(await listEvents(world, id)).toEqual([
      'invoice.created',
      'invoice.updated',
      'invoice.finalized',
      'invoice.updated',
      'invoice.paid',
      'invoice.payment_succeeded',
    ]);
  });

  it('can be moved, and ends when automatic collection does', async () => {
    const { id, created } = await draft({ auto_advance: true });
    const at = created + 3 * DAY;
    const moved = { automatically_finalizes_at: at };
    expect(await stripe.invoices.update(id, moved)).toMatchObject(moved);
    expect(await stripe.invoices.update(id, { auto_advance: true })).toMatchObject(moved);
    expect(await stripe.invoices.update(id, { auto_advance: false })).toMatchObject({
      automatically_finalizes_at: null,
    });
    expect(await stripe.invoices.update(id, { auto_advance: true, ...moved })).toMatchObject(moved);
  });

  it('sends an invoice that is not charged automatically', async () => {
    const at = Math.floor(Date.now() / 1000) + 2 * DAY;
    const { id } = await draft({
      auto_advance: true,
      automatically_finalizes_at: at,
      collection_method: 'send_invoice',
      days_until_due: 30,
    });
    await emulator.advanceTime({ days: 2, minutes: 1 });
    expect(await stripe.invoices.retrieve(id)).toMatchObject({ status: 'open', attempted: false });
  });

  it.each([
    ['without automatic collection', { automatically_finalizes_at: 3_000_000_000 }],
    ['in the past', { auto_advance: true, automatically_finalizes_at: 1 }],
    ['in more than five years', { auto_advance: true, automatically_finalizes_at: 4_000_000_000 }],
  ])('is rejected %s', async (_, params) => {
    const { id } = await draft();
    const rejection = { statusCode: 400, param: 'automatically_finalizes_at' };
    const calls = [draft(params), stripe.invoices.update(id, params)];
    expect(await readRejections(calls)).toMatchObject([rejection, rejection]);
    expect(await stripe.invoices.retrieve(id)).toMatchObject({ auto_advance: false });
  });

  it('is rejected for an open invoice', async () => {
    const { id, created } = await draft();
    await stripe.invoices.finalizeInvoice(id, { auto_advance: true });
    const call = stripe.invoices.update(id, { automatically_finalizes_at: created + DAY });
    await expectInvalid(call, 'automatically_finalizes_at');
  });
});

const itemPeriod = ({ items }: Stripe.Subscription) => {
  const [item] = items.data;
  return { start: item?.current_period_start, end: item?.current_period_end };
};

// An invoice is for the former period, its lines are for the new one: github.com/stripe/stripe-dotnet/issues/1611.
describe('the period of an invoice', () => {
  it('of a new subscription is the time of its start', async () => {
    const subscription = await subscribedPayer(world);
    const { start } = itemPeriod(subscription);
    expect(await latestInvoice(world, subscription.id)).toMatchObject({
      period_start: start,
      period_end: start,
    });
  });

  it('of a renewal is the period that has ended', async () => {
    const subscription = await subscribedPayer(world);
    const { start, end } = itemPeriod(subscription);
    await emulator.advanceTime({ months: 1, minutes: 1 });
    expect(await latestInvoice(world, subscription.id)).toMatchObject({
      billing_reason: 'subscription_cycle',
      period_start: start,
      period_end: end,
      lines: { data: [{ period: { start: end } }] },
    });
  });

  it('at the end of a trial is the trial', async () => {
    const { id, trial_start, trial_end } = await subscribedPayer(world, { trial_period_days: 7 });
    await emulator.advanceTime({ days: 7, minutes: 1 });
    expect(await latestInvoice(world, id)).toMatchObject({
      period_start: trial_start,
      period_end: trial_end,
    });
  });

  it('of a change begins with the current period', async () => {
    const subscription = await subscribedPayer(world);
    const [item] = subscription.items.data;
    await emulator.advanceTime({ days: 5 });
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: String(item?.id), quantity: 3 }],
      proration_behavior: 'always_invoice',
    });
    const invoice = await latestInvoice(world, subscription.id);
    expect(invoice).toMatchObject({
      period_start: itemPeriod(subscription).start,
      period_end: invoice.created,
    });
    expect(invoice.period_end - invoice.period_start).toBeGreaterThanOrEqual(5 * 86_400);
  });

  it('of a preview is the current period', async () => {
    const subscription = await subscribedPayer(world);
    const { start, end } = itemPeriod(subscription);
    const preview = await stripe.invoices.createPreview({ subscription: subscription.id });
    expect(preview).toMatchObject({ period_start: start, period_end: end });
  });

  it('of an invoice made by request is the time of its creation, whatever its lines are for', async () => {
    const { id, customer, created } = await openInvoice(world, await payer(world), [500]);
    expect(await stripe.invoices.retrieve(id)).toMatchObject({ period_start: created, period_end: created });
    const draft = await stripe.invoices.create({ customer: String(customer) });
    const period = { start: created - 9000, end: created };
    const line = { customer: String(customer), amount: 1, currency: 'usd', invoice: draft.id, period };
    await stripe.invoiceItems.create(line);
    expect(await stripe.invoices.retrieve(draft.id)).toMatchObject({ period_start: draft.created });
  });
});
