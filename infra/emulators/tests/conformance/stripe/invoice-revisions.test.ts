import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEvents, listEventTypes } from '../../support/stripe/list-events.ts';
import { openInvoice, payer, subscribedPayer, vatRate } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

const revise = (invoice: string, more: Stripe.InvoiceCreateParams = {}) =>
  stripe.invoices.create({ from_invoice: { action: 'revision', invoice }, ...more });

const amounts = ({ lines }: Stripe.Invoice) => lines.data.map(({ amount }) => amount);

describe('a revision of an invoice', () => {
  it('is a draft with the same content and copies of the items', async () => {
    const customer = await payer(world);
    const rate = await vatRate(stripe, 20);
    const { id: ofItem } = await stripe.coupons.create({ percent_off: 50 });
    const { id: ofInvoice } = await stripe.coupons.create({ percent_off: 10, duration: 'once' });
    const { id } = await stripe.invoices.create({
      customer,
      collection_method: 'send_invoice',
      days_until_due: 14,
      custom_fields: [{ name: 'Order', value: '7' }],
      default_tax_rates: [rate],
      description: 'Two desks',
      discounts: [{ coupon: ofInvoice }],
      footer: 'Thank you',
      metadata: { order: '7' },
      statement_descriptor: 'DESKS',
    });
    const item = { customer, currency: 'usd', invoice: id };
    await stripe.invoiceItems.create({ ...item, amount: 4000, discounts: [{ coupon: ofItem }] });
    await stripe.invoiceItems.create({ ...item, amount: 1000, metadata: { shelf: 'b' } });
    const original = await stripe.invoices.finalizeInvoice(id);
    const revision = await revise(id);
    const same = ({ collection_method, custom_fields, due_date, footer, ...others }: Stripe.Invoice) => {
      const { description, metadata, statement_descriptor, subtotal, total, total_taxes } = others;
      const shown = { collection_method, custom_fields, description, due_date, footer, metadata };
      return { ...shown, statement_descriptor, subtotal, total, total_taxes, customer: others.customer };
    };
    expect(same(revision)).toEqual(same(original));
    expect(revision).toMatchObject({
      auto_advance: false,
      billing_reason: 'manual',
      effective_at: null,
      from_invoice: { action: 'revision', invoice: id },
      latest_revision: null,
      number: null,
      status: 'draft',
      total: (2000 + 1000) * 0.9 * 1.2,
    });
    expect(amounts(revision)).toEqual(amounts(original));
    const items = (invoice: Stripe.Invoice) =>
      invoice.lines.data.map(({ parent }) => parent?.invoice_item_details?.invoice_item);
    for (const copy of items(revision)) expect(items(original)).not.toContain(copy);
    expect((await stripe.invoices.retrieve(id)).status).toBe('open');
    expect(await listEvents(world, revision.id)).toEqual(['invoice.created']);
  });

  it('replaces the original when it is finalized', async () => {
    const { id, number } = await openInvoice(world, await payer(world), [2500]);
    const revision = await revise(id);
    const [line] = revision.lines.data;
    const item = String(line?.parent?.invoice_item_details?.invoice_item);
    await stripe.invoiceItems.update(item, { amount: 1800 });
    expect(await stripe.invoices.retrieve(id)).toMatchObject({ latest_revision: null, status: 'open' });
    const open = await stripe.invoices.finalizeInvoice(revision.id);
    expect(open).toMatchObject({ status: 'open', total: 1800 });
    expect(open.number).toBe(String(number).replace('0001', '0002'));
    const replaced = await stripe.invoices.retrieve(id, { expand: ['latest_revision.from_invoice.invoice'] });
    expect(replaced).toMatchObject({
      latest_revision: { id: revision.id, from_invoice: { invoice: { id } } },
      status: 'void',
      total: 2500,
    });
    expect((await listEvents(world, id)).slice(-2)).toEqual(['invoice.updated', 'invoice.voided']);
    const [updated] = (await stripe.events.list({ type: 'invoice.voided' })).data;
    expect(updated?.data.object).toMatchObject({ latest_revision: revision.id });
    expect(await stripe.invoices.pay(revision.id)).toMatchObject({ status: 'paid', amount_paid: 1800 });
  });

  it('uses the credit that the original returns', async () => {
    const customer = await payer(world);
    await stripe.customers.update(customer, { balance: -700 });
    const { id, amount_due } = await openInvoice(world, customer, [1000]);
    expect(amount_due).toBe(300);
    const { id: revision } = await revise(id);
    expect(await stripe.invoices.finalizeInvoice(revision)).toMatchObject({ amount_due: 300 });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: 0 });
  });

  it('can be revised too; every earlier invoice refers to the latest', async () => {
    const { id: first } = await openInvoice(world, await payer(world), [1000]);
    const { id: second } = await revise(first);
    await stripe.invoices.finalizeInvoice(second);
    const { id: third } = await revise(second);
    await stripe.invoices.finalizeInvoice(third);
    for (const id of [first, second]) {
      expect(await stripe.invoices.retrieve(id)).toMatchObject({ latest_revision: third, status: 'void' });
    }
    await expectRejection(revise(first), { statusCode: 400 });
  });

  it('replaces an uncollectible invoice, has its own values and takes no pending items', async () => {
    const customer = await payer(world);
    const { id } = await openInvoice(world, customer, [1000]);
    await stripe.invoices.markUncollectible(id);
    await stripe.invoiceItems.create({ customer, amount: 99, currency: 'usd' });
    const revision = await revise(id, { description: 'Corrected', metadata: { why: 'typo' }, number: 'R-1' });
    expect(amounts(revision)).toEqual([1000]);
    expect(revision).toMatchObject({ description: 'Corrected', metadata: { why: 'typo' }, number: 'R-1' });
    await stripe.invoices.finalizeInvoice(revision.id);
    expect(await stripe.invoices.retrieve(id)).toMatchObject({ status: 'void' });
  });

  it('shows who is billed now', async () => {
    const customer = await payer(world);
    const { id } = await openInvoice(world, customer, [1000]);
    await stripe.customers.update(customer, { email: 'grace@example.com' });
    expect(await stripe.invoices.retrieve(id)).toMatchObject({ customer_email: 'ada@example.com' });
    expect(await revise(id)).toMatchObject({ customer_email: 'grace@example.com' });
  });

  it('may repeat what the original says', async () => {
    const customer = await payer(world);
    const { id } = await openInvoice(world, customer, [1000]);
    const more = { customer, currency: 'usd', pending_invoice_items_behavior: 'exclude' } as const;
    expect(await revise(id, more)).toMatchObject({ customer, total: 1000 });
  });

  it('leaves nothing when its draft is deleted', async () => {
    const customer = await payer(world);
    const { id } = await openInvoice(world, customer, [1000]);
    await stripe.invoices.del((await revise(id)).id);
    expect((await stripe.invoiceItems.list({ customer, pending: true })).data).toEqual([]);
    expect(await stripe.invoices.retrieve(id)).toMatchObject({ status: 'open', amount_due: 1000 });
    expect(await stripe.invoices.pay(id)).toMatchObject({ status: 'paid' });
  });

  it('replaces no invoice that was paid meanwhile', async () => {
    const customer = await payer(world);
    const { id } = await openInvoice(world, customer, [1000]);
    const { id: revision } = await revise(id, { auto_advance: true });
    await stripe.invoices.pay(id);
    for (const action of ['finalizeInvoice', 'pay'] as const) {
      await expectRejection(stripe.invoices[action](revision), { statusCode: 400 });
    }
    await emulator.advanceTime({ hours: 2 });
    expect(await stripe.invoices.retrieve(revision)).toMatchObject({ auto_advance: false, status: 'draft' });
    expect(await listEventTypes(world, { type: 'invoice.voided' })).toEqual([]);
  });

  it('finalizes, charges and replaces by itself with auto_advance', async () => {
    const { id } = await openInvoice(world, await payer(world), [1000]);
    const { id: revision } = await revise(id, { auto_advance: true });
    await emulator.advanceTime({ hours: 1, minutes: 1 });
    expect(await stripe.invoices.retrieve(revision)).toMatchObject({ status: 'paid' });
    expect(await stripe.invoices.retrieve(id)).toMatchObject({ status: 'void' });
  });
});

describe('a revision is rejected', () => {
  const param = 'from_invoice[invoice]';

  it('of drafts, paid and voided invoices', async () => {
    const customer = await payer(world);
    const { id: draft } = await stripe.invoices.create({ customer });
    const { id: paid } = await openInvoice(world, customer, [1000]);
    await stripe.invoices.pay(paid);
    const { id: voided } = await openInvoice(world, customer, [1000]);
    await stripe.invoices.voidInvoice(voided);
    for (const id of [draft, paid, voided]) {
      await expectInvalid(revise(id), param);
    }
  });

  it('of invoices of subscriptions', async () => {
    const { latest_invoice: id } = await subscribedPayer(world, {
      collection_method: 'send_invoice',
      days_until_due: 7,
    });
    await stripe.invoices.finalizeInvoice(String(id));
    await expectInvalid(revise(String(id)), param);
  });

  it('of unknown invoices', async () => {
    await expectRejection(revise('in_unknown'), { code: 'resource_missing', param });
  });

  it('with 501 next to what differs from the original', async () => {
    const { id } = await openInvoice(world, await payer(world), [1000]);
    const other = await subscribedPayer(world);
    for (const more of [
      { currency: 'eur' },
      { customer: String(other.customer) },
      { pending_invoice_items_behavior: 'include' as const },
      { subscription: other.id },
    ]) {
      const [param] = Object.keys(more);
      await expectRejection(revise(id, more), { statusCode: 501, param });
    }
    await expectRejection(revise(id, { customer: 'cus_none' }), {
      code: 'resource_missing',
      param: 'customer',
    });
  });
});
