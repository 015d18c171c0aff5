import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createSession, monthlyPrice, newPrice } from '../../support/stripe/checkout.ts';
import { APRIL, JULY, JUNE, MAY, MIDDLE } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { customerOnClock } from '../../support/stripe/on-clock.ts';
import { beginSchedule, openInvoice, payer, subscribedPayer, vatRate } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

describe('a tax rate', () => {
  it('is created, updated, retrieved and listed', async () => {
    const rate = await stripe.taxRates.create({
      display_name: 'VAT',
      percentage: 8.875,
      inclusive: true,
      country: 'DE',
      jurisdiction: 'Berlin',
      tax_type: 'vat',
    });
    expect(rate).toMatchObject({ object: 'tax_rate', active: true, percentage: 8.875, inclusive: true });
    // Source: github.com/Kiln-AI/stripe_world, a recording of 2026-08-26.dahlia (07_catalog, steps 75 and 76).
    expect(rate).toMatchObject({ effective_percentage: 8.875, flat_amount: null, rate_type: 'percentage' });
    const updated = await stripe.taxRates.update(rate.id, { active: false, description: 'Old' });
    expect(updated).toMatchObject({ active: false, description: 'Old', percentage: 8.875, country: 'DE' });
    expect(await stripe.taxRates.retrieve(rate.id)).toMatchObject({ active: false });
    const active = await vatRate(stripe, 19);
    expect((await stripe.taxRates.list({ active: true })).data).toMatchObject([{ id: active }]);
    expect((await stripe.taxRates.list({ inclusive: true })).data).toMatchObject([{ id: rate.id }]);
    const wrong = { display_name: 'VAT', percentage: 101, inclusive: false };
    await expectInvalid(stripe.taxRates.create(wrong), 'percentage');
    await expectRejection(stripe.taxRates.retrieve('txr_none'), { statusCode: 404 });
    const events = await stripe.events.list({ types: ['tax_rate.created', 'tax_rate.updated'] });
    expect(events.data.map(({ type }) => type)).toEqual([
      'tax_rate.created',
      'tax_rate.updated',
      'tax_rate.created',
    ]);
  });

  it('applies to the invoices of its subscription, where that of an item takes precedence', async () => {
    const [whole, own] = [await vatRate(stripe, 10), await vatRate(stripe, 25, true)];
    const items = [
      { price: await monthlyPrice(stripe, 1000), quantity: 2 },
      { price: await monthlyPrice(stripe, 500), tax_rates: [own] },
    ];
    const subscription = await subscribedPayer(world, {
      items,
      default_tax_rates: [whole],
      expand: ['latest_invoice'],
    });
    expect(subscription.default_tax_rates).toMatchObject([{ id: whole, object: 'tax_rate' }]);
    expect(subscription.items.data.map(({ tax_rates }) => tax_rates?.map(({ id }) => id))).toEqual([
      [],
      [own],
    ]);
    expect(subscription.latest_invoice).toMatchObject({
      subtotal: 2500,
      subtotal_excluding_tax: 2400,
      total: 2700,
      total_excluding_tax: 2400,
      amount_paid: 2700,
      total_taxes: [
        {
          amount: 200,
          tax_behavior: 'exclusive',
          taxable_amount: 2000,
          tax_rate_details: { tax_rate: whole },
        },
        { amount: 100, tax_behavior: 'inclusive', taxable_amount: 400, tax_rate_details: { tax_rate: own } },
      ],
    });
    const { lines } = subscription.latest_invoice as Stripe.Invoice;
    expect(lines.data.map(({ taxes }) => taxes?.map(({ amount }) => amount))).toEqual([[200], [100]]);
    const none = await stripe.subscriptions.update(subscription.id, { default_tax_rates: '' });
    expect(none.default_tax_rates).toEqual([]);
    const preview = await stripe.invoices.createPreview({ subscription: subscription.id });
    expect(preview).toMatchObject({ subtotal: 2500, total: 2500 });
  });

  it('is credited as it was charged, and charged as it is now, in a proration', async () => {
    const { customer, advanceTo } = await customerOnClock(world, APRIL);
    const { id, items } = await stripe.subscriptions.create({
      customer,
      items: [{ price: await monthlyPrice(stripe, 3000) }],
      default_tax_rates: [await vatRate(stripe, 20)],
    });
    await advanceTo(MIDDLE);
    await stripe.subscriptions.update(id, { default_tax_rates: [await vatRate(stripe, 10)] });
    const change = {
      items: [{ id: String(items.data[0]?.id), price: await monthlyPrice(stripe, 6000) }],
      proration_behavior: 'always_invoice' as const,
    };
    const preview = await stripe.invoices.createPreview({ subscription: id, subscription_details: change });
    const { latest_invoice } = await stripe.subscriptions.update(id, {
      ...change,
      expand: ['latest_invoice'],
    });
    const invoice = latest_invoice as Stripe.Invoice;
    expect(invoice).toMatchObject({
      subtotal: 1500,
      total: 1500,
      total_taxes: [{ amount: -300 }, { amount: 300 }],
    });
    expect(preview.total).toBe(1500);
    expect(invoice.lines.data.map(({ amount, taxes }) => [amount, taxes?.[0]?.amount])).toEqual([
      [-1500, -300],
      [3000, 300],
    ]);
  });

  it('applies to the subscription during its phase, where that of an item takes precedence', async () => {
    const { customer, advanceTo } = await customerOnClock(world, APRIL);
    const [whole, own, later] = [
      await vatRate(stripe, 10),
      await vatRate(stripe, 25),
      await vatRate(stripe, 5),
    ];
    const [plan, addOn, fee] = [
      await monthlyPrice(stripe, 1000),
      await monthlyPrice(stripe, 400),
      await newPrice(stripe, 200),
    ];
    const duration = { interval: 'month' } as const;
    const schedule = await beginSchedule(stripe, customer, [
      {
        duration,
        default_tax_rates: [whole],
        items: [{ price: plan }, { price: addOn, tax_rates: [own] }],
        add_invoice_items: [{ price: fee }, { price: fee, quantity: 2, tax_rates: [later] }],
      },
      {
        duration,
        default_tax_rates: [later],
        items: [{ price: plan }, { price: addOn, tax_rates: [later] }],
      },
      { duration, items: [{ price: plan }, { price: addOn }] },
    ]);
    const ids = (rates: Stripe.TaxRate[] | null | undefined) => rates?.map(({ id }) => id);
    expect(
      schedule.phases.map(({ default_tax_rates, items, add_invoice_items }) => [
        ids(default_tax_rates),
        items.map(({ tax_rates }) => ids(tax_rates)),
        add_invoice_items.map(({ tax_rates }) => ids(tax_rates)),
      ]),
    ).toEqual([
      [[whole], [[], [own]], [[], [later]]],
      [[later], [[], [later]], []],
      [[], [[], []], []],
    ]);
    // An archived rate still applies where it was already set.
    await stripe.taxRates.update(later, { active: false });
    const subscriptionNow = async () => {
      const shown = await stripe.subscriptions.retrieve(String(schedule.subscription));
      return [ids(shown.default_tax_rates), shown.items.data.map(({ tax_rates }) => ids(tax_rates))];
    };
    expect(await subscriptionNow()).toEqual([[whole], [[], [own]]]);
    await advanceTo(MAY);
    expect(await subscriptionNow()).toEqual([[later], [[], [later]]]);
    await advanceTo(JUNE);
    expect(await subscriptionNow()).toEqual([[], [[], []]]);
    const { data } = await stripe.invoices.list({ customer });
    expect(data.map(({ subtotal, total }) => [subtotal, total])).toEqual([
      [1400, 1400],
      [1400, 1470],
      [2000, 2240],
    ]);
    await advanceTo(JULY);
    expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({ status: 'released' });
  });

  it('is copied to the schedule of a subscription, and kept in sync', async () => {
    const [whole, own] = [await vatRate(stripe, 10), await vatRate(stripe, 25)];
    const subscription = await subscribedPayer(world, {
      items: [{ price: await monthlyPrice(stripe, 1000), tax_rates: [own] }],
      default_tax_rates: [whole],
    });
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
    expect(schedule.phases).toMatchObject([
      { default_tax_rates: [{ id: whole, percentage: 10 }], items: [{ tax_rates: [{ id: own }] }] },
    ]);
    await stripe.subscriptions.update(subscription.id, { default_tax_rates: [own] });
    expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
      phases: [{ default_tax_rates: [{ id: own }] }],
    });
    const phase = {
      start_date: Number(schedule.phases[0]?.start_date),
      items: [{ price: String(schedule.phases[0]?.items[0]?.price), tax_rates: [whole] }],
    };
    await stripe.subscriptionSchedules.update(schedule.id, { phases: [phase] });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      default_tax_rates: [],
      items: { data: [{ id: subscription.items.data[0]?.id, tax_rates: [{ id: whole }] }] },
    });
    const wrong = [{ ...phase, default_tax_rates: ['txr_none'] }];
    await expectRejection(stripe.subscriptionSchedules.update(schedule.id, { phases: wrong }), {
      code: 'resource_missing',
      param: 'phases[0][default_tax_rates][0]',
    });
  });

  it('applies to the preview of a change, which leaves the subscription unchanged', async () => {
    const [whole, own] = [await vatRate(stripe, 10), await vatRate(stripe, 25)];
    const { id, items } = await subscribedPayer(world, {
      items: [{ price: await monthlyPrice(stripe, 1000) }],
      default_tax_rates: [whole],
    });
    const item = String(items.data[0]?.id);
    const previewTotal = async (details: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails) =>
      (await stripe.invoices.createPreview({ subscription: id, subscription_details: details })).total;
    expect(await previewTotal({})).toBe(1100);
    expect(await previewTotal({ default_tax_rates: [own] })).toBe(1250);
    expect(await previewTotal({ default_tax_rates: '' })).toBe(1000);
    expect(await previewTotal({ default_tax_rates: '', items: [{ id: item, tax_rates: [own] }] })).toBe(1250);
    await expectInvalid(
      previewTotal({ default_tax_rates: ['txr_none'] }),
      'subscription_details[default_tax_rates][0]',
    );
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ default_tax_rates: [{ id: whole }] });
    const after = await stripe.subscriptions.update(id, { default_tax_rates: [own] });
    expect((await stripe.invoices.createPreview({ subscription: after.id })).total).toBe(1250);
  });

  it('applies after discounts', async () => {
    const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: 'forever' });
    const { latest_invoice } = await subscribedPayer(world, {
      items: [{ price: await monthlyPrice(stripe, 1000), tax_rates: [await vatRate(stripe, 10)] }],
      discounts: [{ coupon }],
      expand: ['latest_invoice'],
    });
    expect(latest_invoice).toMatchObject({ subtotal: 1000, total: 550, total_taxes: [{ amount: 50 }] });
  });

  it("applies to an invoice's items without their own, and can change while it is a draft", async () => {
    const customer = await payer(world);
    const [whole, own] = [await vatRate(stripe, 7), await vatRate(stripe, 19)];
    const { id: invoice } = await stripe.invoices.create({ customer, default_tax_rates: [whole] });
    const common = { customer, currency: 'usd', invoice };
    const item = await stripe.invoiceItems.create({ ...common, amount: 1000, tax_rates: [own] });
    expect(item.tax_rates).toMatchObject([{ id: own }]);
    await stripe.invoiceItems.create({ ...common, amount: 100 });
    expect(await stripe.invoices.retrieve(invoice)).toMatchObject({ subtotal: 1100, total: 1297 });
    await stripe.invoiceItems.update(item.id, { tax_rates: '' });
    expect(await stripe.invoices.retrieve(invoice)).toMatchObject({ total: 1177 });
    expect(await stripe.invoices.update(invoice, { default_tax_rates: [own] })).toMatchObject({
      total: 1309,
      default_tax_rates: [{ id: own }],
    });
    const open = await stripe.invoices.finalizeInvoice(invoice);
    const page = await fetch(`${emulator.url}${new URL(String(open.hosted_invoice_url)).pathname}`);
    expect(await page.text()).toContain('VAT (19%)');
    expect(await stripe.invoices.pay(invoice)).toMatchObject({ amount_paid: 1309 });
  });

  it('appears on the checkout page, in the session and on the subscription if line items have them', async () => {
    const [own, whole] = [await vatRate(stripe, 20), await vatRate(stripe, 25, true)];
    const session = await createSession(stripe, {
      line_items: [
        { price: await monthlyPrice(stripe, 1000), quantity: 1, tax_rates: [own] },
        { price: await monthlyPrice(stripe, 500), quantity: 1 },
      ],
      subscription_data: { default_tax_rates: [whole] },
    });
    expect(session).toMatchObject({
      amount_subtotal: 1500,
      amount_total: 1700,
      total_details: { amount_tax: 300 },
    });
    const lines = await stripe.checkout.sessions.listLineItems(session.id);
    expect(lines.data.map(({ amount_tax, amount_total }) => [amount_tax, amount_total])).toEqual([
      [200, 1200],
      [100, 500],
    ]);
    const page = await fetch(`${emulator.url}${new URL(String(session.url)).pathname}`);
    const text = await page.text();
    expect(text).toContain('VAT (20%)');
    expect(text).toContain('VAT (25%, included)');
    const paid = await emulator.pay(session.id, { card: 'visa' });
    const invoice = await stripe.invoices.retrieve(String(paid.session.invoice));
    expect(invoice).toMatchObject({ status: 'paid', total: 1700, amount_paid: 1700 });
    const charges = await stripe.charges.list({ customer: String(paid.session.customer) });
    expect(charges.data).toMatchObject([{ amount: 1700 }]);
    const subscription = await stripe.subscriptions.retrieve(String(paid.session.subscription));
    expect(subscription.default_tax_rates).toMatchObject([{ id: whole }]);
    expect(subscription.items.data[0]?.tax_rates).toMatchObject([{ id: own }]);
  });

  it('is credited with its line and adds up to its tax', async () => {
    const customer = await payer(world);
    const taxed = { default_tax_rates: [await vatRate(stripe, 19)] };
    const { id: invoice } = await openInvoice(world, customer, [999], taxed);
    const paid = await stripe.invoices.pay(invoice);
    expect(paid.total).toBe(1189);
    const credit = (amount: number, credit_amount: number) =>
      stripe.creditNotes.create({
        invoice,
        lines: [{ type: 'invoice_line_item', invoice_line_item: String(paid.lines.data[0]?.id), amount }],
        credit_amount,
      });
    const notes = [await credit(333, 396), await credit(333, 397), await credit(333, 396)];
    expect(
      notes.map(({ subtotal, total, total_excluding_tax }) => [subtotal, total, total_excluding_tax]),
    ).toEqual([
      [333, 396, 333],
      [333, 397, 333],
      [333, 396, 333],
    ]);
    expect(notes[0]?.total_taxes).toMatchObject([{ amount: 63, tax_behavior: 'exclusive' }]);
  });

  it('is rejected if it is unknown or inactive', async () => {
    const rate = await vatRate(stripe, 19);
    await stripe.taxRates.update(rate, { active: false });
    const customer = await payer(world);
    const price = await monthlyPrice(stripe, 1000);
    const subscribe = (tax_rates: string[]) =>
      stripe.subscriptions.create({ customer, items: [{ price, tax_rates }] });
    await expectRejection(subscribe(['txr_none']), {
      code: 'resource_missing',
      param: 'items[0][tax_rates][0]',
    });
    await expectInvalid(subscribe([rate]), 'items[0][tax_rates][0]');
    expect((await stripe.subscriptions.list({ customer })).data).toEqual([]);
  });
});
