import { expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { draftInvoice, openInvoice, payer, subscribedPayer } from '../../support/stripe/payer.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';

const world = createWorld({ draftSeconds: 3600, apiVersion: '2024-06-20' });
const { stripe, emulator } = world;

async function renewed() {
  const { id } = await subscribedPayer(world);
  await emulator.advanceTime({ months: 1, minutes: 1 });
  return String((await stripe.subscriptions.retrieve(id)).latest_invoice);
}

const latest = async (type: string) => (await stripe.events.list({ type })).data[0]?.data;

it('a draft that is not charged automatically has no next attempt', async () => {
  const customer = await payer(world);
  const { id } = await stripe.invoices.create({ customer });
  expect(await stripe.invoices.retrieve(id)).toMatchObject({ next_payment_attempt: null });
  const sent = { auto_advance: true, collection_method: 'send_invoice', days_until_due: 3 } as const;
  expect(await stripe.invoices.create({ customer, ...sent })).toMatchObject({
    next_payment_attempt: null,
  });
});

// Recorded by zulip/zulip: invoice_created.json.
it('invoice.created comes before any webhook was delivered', async () => {
  const id = await renewed();
  expect(await latest('invoice.created')).toMatchObject({ object: { id, webhooks_delivered_at: null } });
  expect(await stripe.invoices.retrieve(id)).toMatchObject({
    webhooks_delivered_at: expect.any(Number),
  });
});

// Recorded by zulip/zulip: invoice_updated__open.json has `payment_intent: null` among the previous attributes.
it('an earlier version tells that a finalized invoice got its payment, and a charged one its charge', async () => {
  const customer = await payer(world);
  const { id: invoice } = await draftInvoice(world, customer, [500]);
  await rawApi(world, '2024-06-20').post(`invoices/${invoice}/finalize`);
  const finalized = await latest('invoice.updated');
  expect(finalized?.object).toMatchObject({ payment_intent: expect.stringMatching(/^pi_/), charge: null });
  expect(finalized?.previous_attributes).toMatchObject({ payment_intent: null, status: 'draft' });
  await stripe.invoices.pay(invoice);
  const paid = await latest('invoice.updated');
  expect(paid?.object).toMatchObject({ charge: expect.stringMatching(/^ch_/), paid: true });
  expect(paid?.previous_attributes).toMatchObject({ charge: null, paid: false });
});

it('the first draft of a customer decides their currency before its creation is announced', async () => {
  const { id: customer } = await stripe.customers.create({ name: 'Ada Okafor' });
  const { id } = await stripe.invoices.create({ customer, currency: 'eur' });
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ currency: 'eur' });
  await stripe.invoiceItems.create({ customer, amount: 900, currency: 'eur', invoice: id });
  await stripe.invoices.finalizeInvoice(id);
  const { data } = await stripe.events.list();
  const types = data.map(({ type }) => type).toReversed();
  expect(types.slice(0, 3)).toEqual(['customer.created', 'customer.updated', 'invoice.created']);
  const updates = data.filter(({ type }) => type === 'customer.updated');
  expect(updates.map((event) => event.data.previous_attributes)).toEqual([{ currency: null }]);
});

it('an invoice that advances by itself is charged an hour after its creation if a call finalized it', async () => {
  const open = await openInvoice(world, await payer(world), [900], { auto_advance: true });
  expect(open).toMatchObject({ status: 'open', attempted: false, auto_advance: true });
  expect(open.next_payment_attempt).toBe(open.created + 3600);
  await emulator.advanceTime({ hours: 1, seconds: 1 });
  expect(await stripe.invoices.retrieve(open.id)).toMatchObject({
    status: 'paid',
    next_payment_attempt: null,
  });
});
