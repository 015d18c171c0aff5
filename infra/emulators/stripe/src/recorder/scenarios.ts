import type Stripe from 'stripe';

/** Calls that work on any account in test mode. What they create stays there. */
export type Scenario = (stripe: Stripe) => Promise<void>;

/** Makes a call that Stripe rejects, for the sake of its error. */
async function rejected(call: Promise<unknown>): Promise<void> {
  let accepted: unknown;
  try {
    accepted = await call;
  } catch {
    return;
  }
  throw new Error(`a call that should be rejected was answered: ${JSON.stringify(accepted)}`);
}

const RETURN_URL = 'https://example.com/back';

async function createPrice(stripe: Stripe, unitAmount: number): Promise<string> {
  const product = await stripe.products.create({ name: 'Recorded plan' });
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: unitAmount,
    recurring: { interval: 'month' },
  });
  return price.id;
}

async function payer(stripe: Stripe, more: Stripe.CustomerCreateParams = {}): Promise<string> {
  const customer = await stripe.customers.create({ email: 'ada@example.com', name: 'Ada', ...more });
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  await stripe.customers.update(customer.id, {
    invoice_settings: { default_payment_method: method.id },
  });
  return customer.id;
}

const catalogue: Scenario = async (stripe) => {
  const product = await stripe.products.create({ name: 'Poster', description: 'A2, folded' });
  const price = await stripe.prices.create({ product: product.id, currency: 'eur', unit_amount: 1500 });
  await stripe.products.update(product.id, { default_price: price.id });
  await rejected(stripe.prices.update(price.id, { active: false }));
  await stripe.products.retrieve(product.id, { expand: ['default_price'] });
  const coupon = await stripe.coupons.create({ percent_off: 25, duration: 'once' });
  await stripe.coupons.retrieve(coupon.id);
  await stripe.coupons.del(coupon.id);
  await rejected(stripe.coupons.retrieve(coupon.id));
};

const customers: Scenario = async (stripe) => {
  const { id } = await stripe.customers.create({
    email: 'ada@example.com',
    name: 'Ada',
    address: { line1: '1 High Street', city: 'London', country: 'GB', postal_code: 'N1 1AA' },
  });
  await stripe.customers.update(id, { phone: '+442071234567', metadata: { plan: 'pro' } });
  await stripe.customers.createTaxId(id, { type: 'gb_vat', value: 'GB123456789' });
  await stripe.customers.listTaxIds(id);
  await stripe.customers.del(id);
  await stripe.customers.retrieve(id);
  await rejected(stripe.customers.update(id, { name: 'Eve' }));
  await rejected(stripe.customers.retrieve('cus_none'));
};

const payments: Scenario = async (stripe) => {
  const automatic_payment_methods = { enabled: true, allow_redirects: 'never' } as const;
  const pay = { amount: 1200, currency: 'usd', automatic_payment_methods, confirm: true } as const;
  const paid = await stripe.paymentIntents.create({ ...pay, payment_method: 'pm_card_visa' });
  await stripe.paymentIntents.retrieve(paid.id, { expand: ['latest_charge'] });
  await stripe.refunds.create({ payment_intent: paid.id, amount: 500 });
  await rejected(stripe.refunds.create({ payment_intent: paid.id, amount: 1000 }));
  await rejected(stripe.paymentIntents.create({ ...pay, payment_method: 'pm_card_chargeDeclined' }));
  await stripe.paymentIntents.create({
    ...pay,
    payment_method: 'pm_card_authenticationRequired',
    return_url: RETURN_URL,
  });
  const held = await stripe.paymentIntents.create({
    ...pay,
    capture_method: 'manual',
    payment_method: 'pm_card_visa',
  });
  await stripe.paymentIntents.capture(held.id, { amount_to_capture: 700 });
  await rejected(stripe.paymentIntents.cancel(held.id));
};

const confirmationTokens: Scenario = async (stripe) => {
  const { id: confirmation_token } = await stripe.testHelpers.confirmationTokens.create({
    payment_method: 'pm_card_visa',
    return_url: RETURN_URL,
    setup_future_usage: 'off_session',
    shipping: { name: 'Ada', address: { line1: '1 High Street', city: 'London', country: 'GB' } },
  });
  const pay = { amount: 1200, currency: 'usd', confirm: true, confirmation_token } as const;
  await stripe.paymentIntents.create(pay);
  await stripe.confirmationTokens.retrieve(confirmation_token);
  await rejected(stripe.paymentIntents.create(pay));
};

const setups: Scenario = async (stripe) => {
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
  const setup = await stripe.setupIntents.create({ customer, payment_method: 'pm_card_visa' });
  await stripe.setupIntents.confirm(setup.id, { return_url: RETURN_URL });
  const { data } = await stripe.paymentMethods.list({ customer });
  for (const { id } of data) await stripe.paymentMethods.detach(id);
};

const subscriptions: Scenario = async (stripe) => {
  const customer = await payer(stripe);
  const price = await createPrice(stripe, 1500);
  const { id, items } = await stripe.subscriptions.create({ customer, items: [{ price }] });
  const [item] = items.data;
  await stripe.subscriptions.update(id, {
    items: [{ id: item?.id ?? '', price: await createPrice(stripe, 3000) }],
  });
  await stripe.invoiceItems.list({ customer });
  await stripe.invoices.list({ subscription: id });
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await stripe.subscriptions.cancel(id);
  await rejected(stripe.subscriptions.update(id, { cancel_at_period_end: false }));
  await stripe.subscriptions.create({ customer, items: [{ price }], trial_period_days: 7 });
  const waiting = await stripe.subscriptions.create({
    customer,
    items: [{ price }],
    payment_behavior: 'default_incomplete',
  });
  await stripe.invoices.pay(String(waiting.latest_invoice));
};

const invoices: Scenario = async (stripe) => {
  const customer = await payer(stripe);
  const { id } = await stripe.invoices.create({ customer });
  await stripe.invoiceItems.create({ customer, invoice: id, amount: 2500, currency: 'usd' });
  await stripe.invoices.finalizeInvoice(id);
  await stripe.invoices.pay(id);
  await rejected(stripe.invoices.pay(id));
  await stripe.creditNotes.create({ invoice: id, amount: 1000, refund_amount: 1000 });
  const other = await stripe.invoices.create({ customer });
  await stripe.invoiceItems.create({ customer, invoice: other.id, amount: 900, currency: 'usd' });
  await stripe.invoices.finalizeInvoice(other.id);
  await stripe.invoices.voidInvoice(other.id);
};

const checkouts: Scenario = async (stripe) => {
  const price = await createPrice(stripe, 1500);
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
    success_url: RETURN_URL,
    cancel_url: RETURN_URL,
  });
  await stripe.checkout.sessions.listLineItems(session.id);
  await stripe.checkout.sessions.expire(session.id);
  await rejected(stripe.checkout.sessions.expire(session.id));
  const link = await stripe.paymentLinks.create({ line_items: [{ price, quantity: 1 }] });
  await stripe.paymentLinks.update(link.id, { active: false });
};

const renewals: Scenario = async (stripe) => {
  const start = Math.floor(Date.now() / 1000);
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start });
  const customer = await payer(stripe, { test_clock: clock.id });
  const price = await createPrice(stripe, 1500);
  const { id } = await stripe.subscriptions.create({ customer, items: [{ price }] });
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: start + 33 * 86_400 });
  await untilReady(stripe, clock.id);
  await stripe.subscriptions.retrieve(id);
  await stripe.invoices.list({ subscription: id });
  await stripe.testHelpers.testClocks.del(clock.id);
};

const POLL_MS = 1000;

async function untilReady(stripe: Stripe, clock: string): Promise<void> {
  for (;;) {
    const { status } = await stripe.testHelpers.testClocks.retrieve(clock);
    if (status === 'ready') return;
    if (status === 'internal_failure') throw new Error('the test clock failed to advance');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  catalogue,
  checkouts,
  confirmationTokens,
  customers,
  invoices,
  payments,
  renewals,
  setups,
  subscriptions,
};
