import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createSession, findPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { GOOD_CARD } from '../../support/stripe/on-clock.ts';
import { AT_ONCE, changeItem } from '../../support/stripe/payer.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const { stripe, emulator } = createWorld();

type Address = Stripe.CustomerCreateParams['address'];

const ON = { automatic_tax: { enabled: true } } as const;
const GERMAN: Address = { country: 'DE', city: 'Berlin' };
const EUROPEAN = {
  tax_id_data: [{ type: 'eu_vat', value: 'DE123456789' }],
} satisfies Stripe.CustomerCreateParams;

describe('automatic tax', () => {
  const collectIn = (country: string, options: object = { type: 'standard' }) =>
    stripe.tax.registrations.create({
      active_from: 'now',
      country,
      country_options: {
        [country.toLowerCase()]: options,
      } as Stripe.Tax.RegistrationCreateParams.CountryOptions,
    });

  async function subscribed(address: Address = GERMAN, changes: Stripe.CustomerCreateParams = {}) {
    const { id: customer } = await stripe.customers.create({
      ...changes,
      ...GOOD_CARD,
      ...(address && { address }),
    });
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ price: await findPrice(stripe) }],
      ...ON,
      expand: ['latest_invoice'],
    });
    const invoice = subscription.latest_invoice as Stripe.Invoice;
    return { customer, subscription, invoice };
  }

  it('makes the account itself liable, as a request may say', async () => {
    const { invoices, subscriptions } = stripe;
    const { id: customer } = await stripe.customers.create({ address: GERMAN, email: 'a@example.com' });
    const self = { type: 'self' } as const;
    const automatic_tax = { enabled: true, liability: self };
    const items = [{ price: await findPrice(stripe) }];
    const sent = { collection_method: 'send_invoice', days_until_due: 3 } as const;
    const given = { customer, items, automatic_tax, ...sent };
    const subscription = await subscriptions.create({ ...given, invoice_settings: { issuer: self } });
    expect(subscription).toMatchObject({ automatic_tax, invoice_settings: { issuer: self } });
    expect(await invoices.create({ customer, automatic_tax, issuer: self })).toMatchObject({
      automatic_tax,
      issuer: self,
    });
    const other = invoices.create({ customer, issuer: { type: 'account', account: 'acct_1' } });
    await expectRejection(other, { statusCode: 501 });
  });

  it('is calculated on every invoice at the local rate, where the account is registered', async () => {
    await collectIn('DE');
    const { subscription, invoice } = await subscribed();
    expect(subscription.automatic_tax).toMatchObject({ enabled: true, liability: { type: 'self' } });
    expect(invoice).toMatchObject({
      automatic_tax: { enabled: true, status: 'complete' },
      subtotal: 100_000,
      total_excluding_tax: 100_000,
      total: 119_000,
      amount_paid: 119_000,
    });
    expect(invoice.total_taxes).toMatchObject([
      {
        amount: 19_000,
        tax_behavior: 'exclusive',
        taxability_reason: 'standard_rated',
        taxable_amount: 100_000,
      },
    ]);
    const rate = await stripe.taxRates.retrieve(String(invoice.total_taxes?.[0]?.tax_rate_details?.tax_rate));
    expect(rate).toMatchObject({ country: 'DE', percentage: 19, display_name: 'VAT', tax_type: 'vat' });
    await emulator.advanceTime({ months: 1, days: 1 });
    const { data } = await stripe.invoices.list({ subscription: subscription.id });
    expect(data.map(({ total }) => total)).toEqual([119_000, 119_000]);
  });

  it.each([
    ['another country', { country: 'FR' }],
    ['a state without a registration', { country: 'US', state: 'TX' }],
    ['a state without a sales tax', { country: 'US', state: 'OR' }],
  ])('is zero in %s', async (_, address) => {
    await collectIn('DE');
    await collectIn('US', { type: 'state_sales_tax', state: 'NY' });
    const { invoice } = await subscribed(address);
    expect(invoice).toMatchObject({ total: 100_000, automatic_tax: { enabled: true, status: 'complete' } });
  });

  it('applies per state in the United States, and to the whole EU with one OSS registration', async () => {
    await collectIn('US', { type: 'state_sales_tax', state: 'NY' });
    await collectIn('IE', { type: 'oss_union' });
    expect((await subscribed({ country: 'US', state: 'ny' })).invoice.total).toBe(104_000);
    const { invoice } = await subscribed({ country: 'FR', state: 'Île-de-France / 75' });
    expect(invoice.total).toBe(120_000);
    const rate = String(invoice.total_taxes?.[0]?.tax_rate_details?.tax_rate);
    expect(await stripe.taxRates.retrieve(rate)).toMatchObject({ country: 'FR', state: null });
    expect((await subscribed({ country: 'GB' })).invoice.total).toBe(100_000);
  });

  it('ends and resumes with the registration', async () => {
    const { id } = await collectIn('DE');
    await stripe.tax.registrations.update(id, { expires_at: 'now' });
    expect((await subscribed()).invoice.total).toBe(100_000);
    expect((await stripe.tax.registrations.list({ status: 'active' })).data).toEqual([]);
    const [expired] = (await stripe.tax.registrations.list({ status: 'expired' })).data;
    expect(expired).toMatchObject({ id, country: 'DE', country_options: { de: { type: 'standard' } } });
    await stripe.tax.registrations.update(id, { expires_at: '' });
    expect((await subscribed()).invoice.total).toBe(119_000);
  });

  it('is reverse-charged to a business in the EU, unless the account is based there', async () => {
    await collectIn('DE');
    const { invoice } = await subscribed(GERMAN, EUROPEAN);
    expect(invoice.total).toBe(100_000);
    expect(invoice.total_taxes).toMatchObject([{ amount: 0, taxability_reason: 'reverse_charge' }]);
    await stripe.tax.settings.update({ head_office: { address: { country: 'DE' } } });
    expect((await subscribed(GERMAN, EUROPEAN)).invoice.total).toBe(119_000);
  });

  it('is included in the price if the settings say so', async () => {
    await collectIn('DE');
    await stripe.tax.settings.update({ defaults: { tax_behavior: 'inclusive' } });
    const { invoice } = await subscribed();
    expect(invoice).toMatchObject({ total: 100_000, total_excluding_tax: 84_034 });
    expect(await stripe.tax.settings.retrieve()).toMatchObject({
      defaults: { tax_behavior: 'inclusive' },
      status: 'active',
    });
  });

  it('requires the location of the customer', async () => {
    const { id: customer } = await stripe.customers.create({});
    const price = await findPrice(stripe);
    const creating = stripe.subscriptions.create({ customer, items: [{ price }], ...ON });
    await expectRejection(creating, { statusCode: 400, code: 'customer_tax_location_invalid' });
  });

  it.each([
    [
      'pm_card_de',
      { automatic_tax: 'supported', location: { country: 'DE', source: 'payment_method', state: null } },
    ],
    ['pm_card_us', { automatic_tax: 'unrecognized_location', location: null }],
  ])(
    'takes the country of the default card if there is no address, except in the US: %s',
    async (card, tax) => {
      await collectIn('DE');
      const { customers, subscriptions } = stripe;
      const { id: customer } = await customers.create({
        payment_method: card,
        invoice_settings: { default_payment_method: card },
      });
      expect(await customers.retrieve(customer, { expand: ['tax'] })).toMatchObject({ tax });
      const items = [{ price: await findPrice(stripe) }];
      const creating = subscriptions.create({ customer, items, ...ON, expand: ['latest_invoice'] });
      if (tax.location === null) {
        await expectRejection(creating, { code: 'customer_tax_location_invalid' });
      } else {
        const { latest_invoice: invoice } = await creating;
        expect(Reflect.get(invoice as object, 'total_taxes')).toMatchObject([{ tax_behavior: 'exclusive' }]);
      }
    },
  );

  it('is previewed, credited on a plan change and turned on and off for a subscription', async () => {
    await collectIn('DE');
    const { subscription } = await subscribed();
    const basic = await findPrice(stripe, 'basic_monthly');
    const [item] = subscription.items.data;
    const items = [{ id: item?.id ?? '', price: basic }];
    const proration_behavior = 'always_invoice' as const;
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items, proration_behavior },
    });
    const credits = preview.lines.data.filter(({ amount }) => amount < 0);
    expect(credits.flatMap(({ taxes }) => taxes ?? [])).toMatchObject([
      { taxability_reason: 'standard_rated' },
    ]);
    await stripe.subscriptions.update(subscription.id, { items, proration_behavior });
    const [billed] = (await stripe.invoices.list({ subscription: subscription.id })).data;
    expect(billed?.total).toBe(preview.total);
    const off = await stripe.subscriptions.update(subscription.id, { automatic_tax: { enabled: false } });
    expect(off.automatic_tax.enabled).toBe(false);
    const next = await stripe.invoices.createPreview({ subscription: subscription.id });
    expect(next).toMatchObject({ automatic_tax: { enabled: false }, total_taxes: [] });
    const taxed = await stripe.invoices.createPreview({ subscription: subscription.id, ...ON });
    expect(taxed.total_taxes).toHaveLength(1);
  });

  it('credits a period at the rate it was charged with, even after the customer moved', async () => {
    await collectIn('DE');
    await collectIn('FR');
    const { subscription, customer } = await subscribed();
    await stripe.customers.update(customer, { address: { country: 'FR' } });
    const price = await findPrice(stripe, 'basic_monthly');
    const changed = await changeItem(stripe, subscription, { price }, AT_ONCE);
    const { lines } = changed.latest_invoice as Stripe.Invoice;
    const percentages = lines.data.map(({ amount, taxes }) =>
      Math.round((100 * (taxes?.[0]?.amount ?? 0)) / amount),
    );
    expect(percentages).toEqual(lines.data.map(({ amount }) => (amount < 0 ? 19 : 20)));
    expect(new Set(percentages)).toEqual(new Set([19, 20]));
  });

  it('is added to a manually created invoice', async () => {
    await collectIn('DE');
    const { id: customer } = await stripe.customers.create({ address: GERMAN ?? {} });
    await stripe.invoiceItems.create({ customer, amount: 1_000, currency: 'usd' });
    const invoice = await stripe.invoices.create({
      customer,
      ...ON,
      pending_invoice_items_behavior: 'include',
    });
    expect(invoice).toMatchObject({ automatic_tax: { enabled: true }, total: 1_190 });
  });

  it('is added to a checkout once the location of the visitor is known', async () => {
    await collectIn('DE');
    const { id, automatic_tax: before } = await createSession(stripe, ON);
    expect(before).toMatchObject({ enabled: true, status: 'requires_location_inputs' });
    const { session } = await emulator.pay(id, { card: 'visa', address: { country: 'DE' } });
    expect(session).toMatchObject({
      amount_subtotal: 100_000,
      amount_total: 119_000,
      automatic_tax: { status: 'complete' },
      total_details: { amount_tax: 19_000 },
    });
    const invoice = await stripe.invoices.retrieve(String(session.invoice));
    expect(invoice).toMatchObject({ total: 119_000, amount_paid: 119_000 });
    expect(invoice.total_taxes).toMatchObject([{ amount: 19_000 }]);
  });

  it.each(['ny', 'New York', 'new  york'])(
    'recognises the state of a visitor who writes %s',
    async (state) => {
      await collectIn('US', { type: 'state_sales_tax', state: 'NY' });
      const { id } = await createSession(stripe, ON);
      const { session } = await emulator.pay(id, { card: 'visa', address: { country: 'US', state } });
      expect(session).toMatchObject({
        amount_total: 104_000,
        customer_details: { address: { country: 'US', state: 'NY' } },
      });
    },
  );

  it('follows the address of a known customer if the checkout may not change it', async () => {
    await collectIn('DE');
    const { id: customer } = await stripe.customers.create({ address: GERMAN ?? {} });
    const created = await createSession(stripe, { customer, ...ON });
    expect(created).toMatchObject({ amount_total: 119_000, automatic_tax: { status: 'complete' } });
    const { session } = await emulator.pay(created.id, { card: 'visa', address: { country: 'FR' } });
    expect(session.amount_total).toBe(119_000);
  });

  it('is reverse-charged to a business that enters its tax ID at checkout', async () => {
    await collectIn('DE');
    const { id } = await createSession(stripe, { ...ON, tax_id_collection: { enabled: true } });
    const { session } = await emulator.pay(id, {
      card: 'visa',
      address: { country: 'DE' },
      business: { name: 'Acme GmbH', taxId: { type: 'eu_vat', value: 'DE123456789' } },
    });
    expect(session).toMatchObject({ amount_total: 100_000, total_details: { amount_tax: 0 } });
    const invoice = await stripe.invoices.retrieve(String(session.invoice));
    expect(invoice.total_taxes).toMatchObject([{ amount: 0, taxability_reason: 'reverse_charge' }]);
  });
});
