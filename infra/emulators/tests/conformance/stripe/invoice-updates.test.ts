import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEvents } from '../../support/stripe/list-events.ts';
import { openInvoice, payer } from '../../support/stripe/payer.ts';

const world = createWorld();
const { stripe } = world;

const previous = async () =>
  (await stripe.events.list({ type: 'invoice.updated' })).data[0]?.data.previous_attributes;

// "Occurs whenever an invoice changes (e.g., the invoice amount)": docs.stripe.com/api/events/types#event_types-invoice.updated.
describe('invoice.updated', () => {
  it('tells that an item changed the amount of its draft', async () => {
    const customer = await payer(world);
    const { id: invoice } = await stripe.invoices.create({ customer });
    const item = await stripe.invoiceItems.create({ customer, amount: 500, currency: 'usd', invoice });
    expect(await previous()).toMatchObject({ total: 0, amount_due: 0 });
    await stripe.invoiceItems.update(item.id, { amount: 700 });
    expect(await previous()).toMatchObject({ total: 500, amount_due: 500 });
    await stripe.invoiceItems.del(item.id);
    expect(await previous()).toMatchObject({ total: 700 });
    expect(await listEvents(world, invoice)).toEqual([
      'invoice.created',
      'invoice.updated',
      'invoice.updated',
      'invoice.updated',
    ]);
  });

  it('is sent once for lines added together, and not for pending items', async () => {
    const customer = await payer(world);
    await stripe.invoiceItems.create({ customer, amount: 500, currency: 'usd' });
    const { id } = await stripe.invoices.create({ customer });
    await stripe.invoices.addLines(id, { lines: [{ amount: 100 }, { amount: 200 }] });
    expect(await listEvents(world, id)).toEqual(['invoice.created', 'invoice.updated']);
  });

  it('is sent beside the event of a status', async () => {
    const voided = await openInvoice(world, await payer(world), [500]);
    await stripe.invoices.voidInvoice(voided.id);
    expect((await listEvents(world, voided.id)).slice(-2)).toEqual(['invoice.updated', 'invoice.voided']);
    expect(await previous()).toMatchObject({ status: 'open', status_transitions: { voided_at: null } });
    const lost = await openInvoice(world, await payer(world), [500]);
    await stripe.invoices.markUncollectible(lost.id);
    expect((await listEvents(world, lost.id)).slice(-2)).toEqual([
      'invoice.updated',
      'invoice.marked_uncollectible',
    ]);
  });
});
