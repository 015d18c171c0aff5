import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { payer } from '../../support/stripe/payer.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe } = world;

/** Source: docs.stripe.com/api/invoices/add_lines, update_lines, remove_lines and docs.stripe.com/api/invoice-line-item/update. */
describe('a line of a draft', () => {
  async function createDraft() {
    const customer = await payer(world);
    const { id } = await stripe.invoices.create({ customer, currency: 'usd' });
    return { customer, id };
  }
  const listAmounts = ({ lines }: Stripe.Invoice) => lines.data.map(({ amount }) => amount);

  it('is added together with others, new or from a pending item, and updates the total', async () => {
    const { customer, id } = await createDraft();
    const pending = await stripe.invoiceItems.create({ customer, amount: 700, currency: 'usd' });
    const draft = await stripe.invoices.addLines(id, {
      lines: [
        { amount: 2500, description: 'Set-up' },
        { invoice_item: pending.id, description: 'Extra' },
      ],
      invoice_metadata: { order: '7' },
    });
    expect(draft).toMatchObject({ status: 'draft', total: 3200, metadata: { order: '7' } });
    expect(draft.lines.data.map(({ description }) => description)).toEqual(['Set-up', 'Extra']);
    expect(await stripe.invoiceItems.retrieve(pending.id)).toMatchObject({ invoice: id });
    const [event] = (await stripe.events.list({ type: 'invoice.updated' })).data;
    expect(event?.data.previous_attributes).toMatchObject({ total: 0, metadata: {} });
    expect((await stripe.invoices.finalizeInvoice(id)).amount_due).toBe(3200);
  });

  it('is changed alone or together with others', async () => {
    const { id } = await createDraft();
    const draft = await stripe.invoices.addLines(id, { lines: [{ amount: 100 }, { amount: 200 }] });
    const [first = '', second = ''] = draft.lines.data.map((line) => line.id);
    const changed = await stripe.invoices.updateLines(id, {
      lines: [
        { id: first, amount: 150, metadata: { seat: '1' } },
        { id: second, description: 'Second' },
      ],
    });
    expect(changed.total).toBe(350);
    expect(changed.lines.data).toMatchObject([
      { id: first, amount: 150, metadata: { seat: '1' } },
      { id: second, amount: 200, description: 'Second' },
    ]);
    const line = await stripe.invoices.updateLineItem(id, second, { amount: 250 });
    expect(line).toMatchObject({ id: second, object: 'line_item', amount: 250, invoice: id });
    expect((await stripe.invoices.retrieve(id)).total).toBe(400);
  });

  // Source: github.com/Kiln-AI/stripe_world, a recording of 2026-08-26.dahlia (13_invoices, steps 32 to 34).
  it('keeps the product of its price when its amount changes, and its price when its quantity does', async () => {
    const { id } = await createDraft();
    const draft = await stripe.invoices.addLines(id, { lines: [{ amount: 999, description: 'Extra line' }] });
    const [added] = draft.lines.data;
    const { price_details: old } = added?.pricing ?? {};
    const line = added?.id ?? '';
    const changed = await stripe.invoices.updateLineItem(id, line, { amount: 777, description: 'Revised' });
    expect(changed).toMatchObject({ amount: 777, pricing: { price_details: { product: old?.product } } });
    expect(changed.pricing?.price_details?.price).not.toBe(old?.price);
    const several = await stripe.invoices.updateLines(id, { lines: [{ id: line, quantity: 2 }] });
    expect(several.lines.data).toMatchObject([
      { amount: 1554, description: 'Revised', pricing: changed.pricing, quantity: 2 },
    ]);
  });

  it('is deleted, or waits for the next invoice', async () => {
    const { customer, id } = await createDraft();
    const draft = await stripe.invoices.addLines(id, {
      lines: [{ amount: 100 }, { amount: 200 }, { amount: 400 }],
    });
    const [first = '', second = ''] = draft.lines.data.map((line) => line.id);
    const left = await stripe.invoices.removeLines(id, {
      lines: [
        { id: first, behavior: 'delete' },
        { id: second, behavior: 'unassign' },
      ],
    });
    expect(listAmounts(left)).toEqual([400]);
    expect(left.total).toBe(400);
    const { data } = await stripe.invoiceItems.list({ customer, pending: true });
    expect(data.map(({ amount }) => amount)).toEqual([200]);
    const next = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' });
    expect(next.total).toBe(200);
  });

  it('changes only if all others do, and only before the invoice is finalized', async () => {
    const { id } = await createDraft();
    const draft = await stripe.invoices.addLines(id, { lines: [{ amount: 100 }] });
    const line = String(draft.lines.data[0]?.id);
    const lines = [
      { id: line, amount: 900 },
      { id: 'il_none', amount: 1 },
    ];
    await expectRejection(stripe.invoices.updateLines(id, { lines }), {
      statusCode: 404,
      code: 'resource_missing',
    });
    expect((await stripe.invoices.retrieve(id)).total).toBe(100);
    await stripe.invoices.finalizeInvoice(id);
    for (const late of [
      () => stripe.invoices.addLines(id, { lines: [{ amount: 1 }] }),
      () => stripe.invoices.updateLines(id, { lines: [{ id: line, amount: 1 }] }),
      () => stripe.invoices.removeLines(id, { lines: [{ id: line, behavior: 'delete' }] }),
      () => stripe.invoices.updateLineItem(id, line, { amount: 1 }),
    ]) {
      await expectRejection(late(), { statusCode: 400, code: 'invoice_not_editable' });
    }
  });

  it('takes no pending item of another customer, or one that is on an invoice', async () => {
    const { customer, id } = await createDraft();
    const foreign = await createDraft();
    const items = [
      await stripe.invoiceItems.create({ customer: foreign.customer, amount: 1, currency: 'usd' }),
      await stripe.invoiceItems.create({ customer, amount: 1, currency: 'usd', invoice: id }),
    ];
    for (const { id: invoice_item } of items) {
      await expectRejection(stripe.invoices.addLines(id, { lines: [{ invoice_item }] }), { statusCode: 400 });
    }
  });
});
