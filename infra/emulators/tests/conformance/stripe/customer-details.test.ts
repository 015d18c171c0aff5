import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectRejection, readRejection } from '../../support/stripe/rejection.ts';

const { stripe } = createWorld();

describe('creating a customer', () => {
  it('saves a card, which pays by default', async () => {
    const customer = await stripe.customers.create({
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    });
    const [saved] = (await stripe.customers.listPaymentMethods(customer.id)).data;
    expect(saved).toMatchObject({ customer: customer.id, card: { brand: 'visa' } });
    expect(customer.invoice_settings.default_payment_method).toBe(saved?.id);
    const price = 'price_promonthly';
    const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price }] });
    expect(subscription.status).toBe('active');
    const events = await stripe.events.list({ types: ['customer.created', 'payment_method.attached'] });
    expect(events.data.map(({ type }) => type)).toEqual(['payment_method.attached', 'customer.created']);
  });

  it('fails if the card is declined, belongs to another customer or is not saved', async () => {
    const declined = stripe.customers.create({ payment_method: 'pm_card_chargeDeclined' });
    await expectRejection(declined, { statusCode: 402, decline_code: 'generic_decline' });
    expect((await stripe.customers.list()).data).toEqual([]);
    const owner = await stripe.customers.create({ payment_method: 'pm_card_visa' });
    const [{ id: taken } = { id: '' }] = (await stripe.customers.listPaymentMethods(owner.id)).data;
    const again = await readRejection(stripe.customers.create({ payment_method: taken }));
    expect(again).toMatchObject({ statusCode: 400, message: expect.stringMatching(/already been attached/) });
    expect(again).toHaveProperty('code', undefined);
    const other = stripe.customers.create({ invoice_settings: { default_payment_method: taken } });
    await expectRejection(other, { statusCode: 400, param: 'invoice_settings[default_payment_method]' });
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  it('stores a shipping address, copied to invoices, and locales, both of which can be cleared', async () => {
    const shipping = {
      name: 'Ada',
      phone: '123',
      address: { city: 'London', country: 'GB', line1: '1 A St' },
    };
    const { id, ...shown } = await stripe.customers.create({ shipping, preferred_locales: ['en', 'fr'] });
    expect(shown).toMatchObject({ shipping, preferred_locales: ['en', 'fr'], tax_exempt: 'none' });
    expect((await stripe.invoices.create({ customer: id })).customer_shipping).toMatchObject(shipping);
    const cleared = await stripe.customers.update(id, { shipping: '', preferred_locales: [] });
    expect(cleared.shipping).toBeNull();
  });

  it('stores a balance, whose changes are transactions and apply to the next invoice', async () => {
    const { id, ...shown } = await stripe.customers.create({ balance: -500 });
    expect(shown).toMatchObject({ balance: -500, currency: 'usd' });
    await stripe.customers.update(id, { balance: -300 });
    await stripe.customers.update(id, { balance: -300 });
    expect((await stripe.customers.listBalanceTransactions(id)).data).toMatchObject([
      { type: 'adjustment', amount: 200, ending_balance: -300 },
      { type: 'initial', amount: -500, ending_balance: -500 },
    ]);
    const [event] = (await stripe.events.list({ type: 'customer.updated' })).data.slice(-1);
    expect(event?.data.previous_attributes).toEqual({ balance: -500 });
    await stripe.invoiceItems.create({ customer: id, amount: 1_000, currency: 'usd' });
    const draft = await stripe.invoices.create({ customer: id, pending_invoice_items_behavior: 'include' });
    const invoice = await stripe.invoices.finalizeInvoice(draft.id);
    expect(invoice).toMatchObject({ total: 1_000, amount_due: 700, starting_balance: -300 });
  });

  it('stores the prefix and number of the next invoice', async () => {
    const { id } = await stripe.customers.create({ invoice_prefix: 'ACME', next_invoice_sequence: 41 });
    const draft = await stripe.invoices.create({ customer: id });
    expect((await stripe.invoices.finalizeInvoice(draft.id)).number).toBe('ACME-0041');
    expect((await stripe.customers.retrieve(id)) as object).toMatchObject({ next_invoice_sequence: 42 });
    // Source: github.com/Kiln-AI/stripe_world, a recording of 2026-08-26.dahlia (probe_invoice_prefix).
    for (const invoice_prefix of ['acme!', 'AB_1', 'ABCDEFGHIJKLM']) {
      expect(await readRejection(stripe.customers.update(id, { invoice_prefix }))).toMatchObject({
        statusCode: 400,
        message: 'Invoice number prefix must be 1–12 uppercase letters or numbers.',
        param: undefined,
      });
    }
    const other = await stripe.customers.create();
    for (const call of [stripe.customers.create, (own: object) => stripe.customers.update(other.id, own)]) {
      expect(await readRejection(call.call(stripe.customers, { invoice_prefix: 'ACME' }))).toMatchObject({
        statusCode: 400,
        message: `This invoice number prefix is taken by customer: ${id}. Please enter a different prefix.`,
        param: 'invoice_prefix',
      });
    }
    expect(await stripe.customers.update(id, { invoice_prefix: 'ACME' })).toMatchObject({ id });
  });

  it('validates a location for taxes at once if asked to', async () => {
    const { customers } = stripe;
    const now = { tax: { validate_location: 'immediately' } } as const;
    const unknown = { statusCode: 400, code: 'customer_tax_location_invalid', param: 'address' };
    await expectRejection(customers.create(now), unknown);
    expect((await customers.list()).data).toEqual([]);
    const { id, tax } = await customers.create({ ...now, address: { country: 'DE' }, expand: ['tax'] });
    expect(tax).toMatchObject({ location: { country: 'DE' } });
    await expectRejection(customers.update(id, { ...now, address: '' }), unknown);
    const later = { tax: { validate_location: 'deferred' }, address: '' } as const;
    expect(await customers.update(id, later)).toMatchObject({ address: null });
  });
});
