import fc from 'fast-check';
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { type BillingMode, BillingModel, type ModelItem } from '../../../support/stripe/billing-model.ts';
import { expectAgreement } from '../../../support/stripe/disagreements.ts';
import { createWorld } from '../../../support/stripe/forms.ts';

const START = Date.UTC(2027, 0, 31, 9, 30, 7) / 1000;
const DAY = 86_400;

/** The monthly and yearly prices of three plans, one of them free. */
const PLANS = [
  { month: 999, year: 9_990 },
  { month: 4_901, year: 50_001 },
  { month: 0, year: 0 },
] as const;

const interval = fc.constantFrom('month' as const, 'month' as const, 'year' as const);

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      seconds: fc.integer({ min: 1, max: 45 * DAY }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      plans: fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 2 }),
      quantity: fc.integer({ min: 0, max: 7 }),
      intervals: fc.tuple(interval, interval),
      behavior: fc.constantFrom('always_invoice' as const, 'create_prorations' as const, 'none' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('trial' as const), days: fc.integer({ min: 1, max: 20 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end_trial' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('refund' as const), share: fc.integer({ min: 1, max: 100 }) }),
  },
);

/** Rates in percent: set on the subscription, or found by the customer's location. */
const TAXES = [
  null,
  { percentage: 8.875, inclusive: false, automatic: false },
  { percentage: 19, inclusive: true, automatic: false },
  { percentage: 19, inclusive: false, automatic: true },
  { percentage: 19, inclusive: true, automatic: true },
] as const;

type Tax = (typeof TAXES)[number];

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The discount of a coupon that lasts forever; null without a coupon. */
const PERCENT_OFF = [null, 15, 33] as const;

type PercentOff = (typeof PERCENT_OFF)[number];

const TITLE = 'billing with random taxes, coupons and changes of plan, quantity, interval, trial and time';

describe.each(['classic', 'flexible'] as const)(`${TITLE}, in %s mode`, (mode: BillingMode) => {
  const { stripe, emulator } = createWorld();

  async function start(tax: Tax, percentOff: PercentOff) {
    await emulator.reset();
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: START });
    const { id: customer } = await stripe.customers.create({ test_clock: clock.id });
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } });
    const prices = await Promise.all(
      PLANS.map(async (plan, index) => {
        const product = (await stripe.products.create({ name: `Plan ${index}` })).id;
        const createPrice = async (interval: 'month' | 'year') =>
          (
            await stripe.prices.create({
              product,
              currency: 'usd',
              unit_amount: plan[interval],
              recurring: { interval },
            })
          ).id;
        return { month: await createPrice('month'), year: await createPrice('year') };
      }),
    );
    const first = { price: String(prices[0]?.month), unitAmount: PLANS[0].month, quantity: 1 };
    const items = [{ ...first, interval: 'month' as const }];
    const { id } = await stripe.subscriptions.create({
      customer,
      items: items.map(({ price }) => ({ price })),
      billing_mode: { type: mode },
      ...(tax && (await taxed(customer, tax))),
      ...(percentOff && { discounts: [{ coupon: await createCoupon(percentOff) }] }),
    });
    return {
      tax,
      clock: clock.id,
      customer,
      prices,
      subscription: id,
      model: new BillingModel(mode, START, items, percentOff ?? 0),
    };
  }

  async function taxed(customer: string, { automatic, ...rate }: NonNullable<Tax>) {
    if (!automatic) {
      const { id } = await stripe.taxRates.create({ display_name: 'Tax', ...rate });
      return { default_tax_rates: [id] };
    }
    await emulator.seed({ taxRegistrations: [{ country: 'DE' }] });
    const tax_behavior = rate.inclusive ? 'inclusive' : 'exclusive';
    await stripe.tax.settings.update({ defaults: { tax_behavior } });
    await stripe.customers.update(customer, { address: { country: 'DE' } });
    return { automatic_tax: { enabled: true } };
  }

  const createCoupon = async (percent_off: number) =>
    (await stripe.coupons.create({ percent_off, duration: 'forever' })).id;

  type Account = Awaited<ReturnType<typeof start>>;

  async function take(account: Account, action: Step): Promise<void> {
    const { model, clock, subscription, customer } = account;
    if (action.kind === 'wait') {
      const target = model.now + action.seconds;
      await stripe.testHelpers.testClocks.advance(clock, { frozen_time: target });
      await emulator.settle();
      model.advanceTo(target);
    } else if (action.kind === 'change') {
      await change(account, action);
    } else if (action.kind === 'trial') {
      const end = model.now + action.days * DAY;
      await stripe.subscriptions.update(subscription, { trial_end: end });
      model.beginTrial(end);
    } else if (action.kind === 'end_trial') {
      await stripe.subscriptions.update(subscription, { trial_end: 'now' });
      model.endTrial();
    } else {
      const [charge] = (await stripe.charges.list({ customer, limit: 1 })).data;
      const left = (charge?.amount ?? 0) - (charge?.amount_refunded ?? 0);
      const amount = Math.floor((left * action.share) / 100);
      if (charge !== undefined && amount > 0) await stripe.refunds.create({ charge: charge.id, amount });
    }
  }

  async function change(
    { model, prices, subscription }: Account,
    { plans, quantity, intervals, behavior }: Extract<Step, { kind: 'change' }>,
  ): Promise<void> {
    const items: ModelItem[] = plans.map((plan, index) => {
      const interval = intervals[mode === 'flexible' ? index : 0] ?? 'month';
      return {
        price: String(prices[plan]?.[interval]),
        unitAmount: PLANS[plan]?.[interval] ?? 0,
        quantity,
        interval,
      };
    });
    const current = (await stripe.subscriptions.retrieve(subscription)).items.data;
    const kept = current.filter(({ price }) => items.some((item) => item.price === price.id));
    const request: Stripe.SubscriptionUpdateParams.Item[] = [
      ...items
        .map(({ price }) => ({ id: kept.find((item) => item.price.id === price)?.id, price, quantity }))
        .map(({ id, ...item }) => (id === undefined ? item : { id, ...item })),
      ...current.filter((item) => !kept.includes(item)).map(({ id }) => ({ id, deleted: true })),
    ];
    const update = { items: request, proration_behavior: behavior };
    const preview = await stripe.invoices.createPreview({ subscription, subscription_details: update });
    const before = (await stripe.subscriptions.retrieve(subscription)).latest_invoice;
    const after = await stripe.subscriptions.update(subscription, { ...update, expand: ['latest_invoice'] });
    const invoice = after.latest_invoice as Stripe.Invoice;
    if (invoice.id !== before) {
      expect([preview.total, preview.amount_due]).toEqual([invoice.total, invoice.amount_due]);
    }
    model.change(items, behavior !== 'none');
  }

  /** Advances to the first end of a period, which must leave no pending invoice items. */
  async function renew(account: Account): Promise<void> {
    const { items } = await stripe.subscriptions.retrieve(account.subscription);
    const end = Math.min(...items.data.map(({ current_period_end }) => current_period_end));
    await take(account, { kind: 'wait', seconds: end - account.model.now });
    const pending = await stripe.invoiceItems.list({ customer: account.customer, pending: true });
    expect(pending.data).toEqual([]);
  }

  async function expectConsistent({ customer, model, tax }: Account): Promise<void> {
    const invoices = await stripe.invoices.list({ customer, limit: 100 }).autoPagingToArray({ limit: 1000 });
    for (const {
      lines,
      subtotal,
      total,
      total_discount_amounts,
      total_taxes,
      starting_balance,
      ending_balance,
      amount_due,
      amount_paid,
      status,
    } of invoices) {
      const taxes = lines.data.map((line) => sum((line.taxes ?? []).map(({ amount }) => amount)));
      expect(taxes).toEqual(lines.data.map((line) => computeTax(netAmount(line), tax)));
      expect(sum((total_taxes ?? []).map(({ amount }) => amount))).toBe(sum(taxes));
      expect(sum(lines.data.map(({ amount }) => amount))).toBe(subtotal);
      const net = sum(lines.data.map(netAmount));
      expect(sum((total_discount_amounts ?? []).map(({ amount }) => amount))).toBe(subtotal - net);
      expect(total).toBe(net + (tax?.inclusive ? 0 : sum(taxes)));
      expect(Number(ending_balance)).toBe(starting_balance + total - amount_due);
      expect([status, amount_paid]).toEqual(['paid', amount_due]);
    }
    const totals = sum(invoices.map(({ total }) => total));
    expect(sum(invoices.flatMap(({ lines }) => lines.data.map(netAmount)))).toBe(model.billed);
    const owner = (await stripe.customers.retrieve(customer)) as Stripe.Customer;
    const changes = await stripe.customers
      .listBalanceTransactions(customer, { limit: 100 })
      .autoPagingToArray({ limit: 1000 });
    expect(sum(changes.map(({ amount }) => amount))).toBe(owner.balance);
    expect(changes[0]?.ending_balance ?? 0).toBe(owner.balance);
    const charges = await stripe.charges.list({ customer, limit: 100 }).autoPagingToArray({ limit: 1000 });
    const refunds = await stripe.refunds.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
    expect(sum(charges.map(({ amount }) => amount))).toBe(totals - owner.balance);
    expect(sum(charges.map(({ amount_refunded }) => amount_refunded))).toBe(
      sum(refunds.map(({ amount }) => amount)),
    );
    const ledger = await stripe.balanceTransactions.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
    expect(sum(ledger.map(({ amount }) => amount))).toBe(
      totals - owner.balance - sum(refunds.map(({ amount }) => amount)),
    );
  }

  const runs = Number(process.env.PROPERTY_RUNS ?? 8);

  it(
    'adds up to the cent and loses no credit',
    async () => {
      const steps = fc.array(step, { minLength: 3, maxLength: 14 });
      const choices = [fc.constantFrom(...TAXES), fc.constantFrom(...PERCENT_OFF)] as const;
      const property = fc.asyncProperty(...choices, steps, async (tax, percentOff, taken) => {
        const account = await start(tax, percentOff);
        for (const action of taken) {
          await take(account, action);
          await expectAgreement(emulator, account.model.now);
        }
        await renew(account);
        await expectConsistent(account);
      });
      await fc.assert(property, { numRuns: runs });
    },
    60_000 * Math.max(1, runs / 8),
  );
});

/** Rounds half away from zero, in integer arithmetic. */
function computeTax(amount: number, tax: Tax): number {
  if (tax === null) return 0;
  const share = BigInt(Math.round(tax.percentage * 10_000));
  const whole = tax.inclusive ? 1_000_000n + share : 1_000_000n;
  const twice = (2n * BigInt(Math.abs(amount)) * share) / whole;
  const rounded = Number((twice + 1n) / 2n);
  return amount < 0 ? 0 - rounded : rounded;
}

function netAmount({ amount, discount_amounts }: Stripe.InvoiceLineItem): number {
  return amount - sum((discount_amounts ?? []).map((discount) => discount.amount));
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((whole, amount) => whole + amount, 0);
}
