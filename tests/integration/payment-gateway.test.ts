import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createStripeGateway, type PaymentGateway } from '@outharbor/api/gateways/stripe/stripe-gateway';
import { testConfig } from '@outharbor/api/testing/test-app';
import type { PlanName } from '@outharbor/contract/plans';
import { NEXT } from '@outharbor/contract/testing/plans';
import { STRIPE_CATALOGUE } from '@outharbor/embedded/product/stripe-catalogue';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../infra/emulators/tests/support/stripe/forms.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ADDRESSES = { successUrl: 'https://site.test/success', cancelUrl: 'https://site.test/cancel' };
const person = { uid: 'ada', email: 'ada@example.com', name: 'Ada' };

const { stripe, emulator } = createWorld({ seed: STRIPE_CATALOGUE });

describe('the Stripe gateway of the API', () => {
  const gateway = (tax = { automatic: false, ids: false, addresses: false }) =>
    createStripeGateway({ ...testConfig({ STRIPE_API_URL: emulator.url }).stripe, tax }, () => undefined);

  async function findCustomer(payments: PaymentGateway) {
    const [known] = await payments.findCustomers(person);
    if (known !== undefined) return known;
    const made = await payments.createCustomer({ ...person, key: 'ada-0' });
    if (typeof made === 'string') throw new Error(made);
    return made.id;
  }

  async function openSession(plan: PlanName = NEXT.name, payments = gateway()) {
    const customerId = await findCustomer(payments);
    const price = await payments.findPrice(plan);
    const attempt = crypto.randomUUID();
    const order = { uid: person.uid, customerId, plan, price, attempt, ...ADDRESSES };
    const session = await payments.createCheckoutSession(order);
    if (session === 'customer_missing') throw new Error('there is no customer');
    return { payments, customerId, session };
  }

  it.each([
    ['no tax settings by default', {}, { automatic_tax: false, tax_id_collection: undefined, address: null }],
    ['tax ID collection', { ids: true }, { automatic_tax: false, tax_id_collection: true, address: null }],
    [
      'a required address',
      { addresses: true },
      { automatic_tax: false, tax_id_collection: undefined, address: 'required' },
    ],
    [
      'automatic tax',
      { automatic: true },
      { automatic_tax: true, tax_id_collection: undefined, address: null },
    ],
  ])('creates a checkout with %s', async (_what, switched, expected) => {
    const tax = { automatic: false, ids: false, addresses: false, ...switched };
    const { session } = await openSession(NEXT.name, gateway(tax));
    const made = await stripe.checkout.sessions.retrieve(session.id);
    expect({
      automatic_tax: made.automatic_tax.enabled,
      tax_id_collection: made.tax_id_collection?.enabled,
      address: made.billing_address_collection,
    }).toEqual(expected);
  });

  it('opens the default portal until the setup script creates one that offers the plans', async () => {
    const { payments, customerId, session } = await openSession();
    await emulator.pay(session.id, { card: 'visa' });
    const offersPlans = async () => {
      const address = await payments.createPortalSession(customerId, 'ada', 'https://site.test/account');
      const page = await fetch(new URL(new URL(address).pathname, emulator.url));
      expect(page.status).toBe(200);
      return (await page.text()).includes('Change plan');
    };
    expect(await offersPlans()).toBe(false);
    const environment = { STRIPE_SECRET_KEY: 'sk_test_emulated', STRIPE_API_URL: emulator.url };
    await promisify(execFile)(process.execPath, ['scripts/stripe-setup.ts'], {
      cwd: ROOT,
      env: environment,
    });
    expect(await offersPlans()).toBe(true);
    const { data } = await stripe.billingPortal.configurations.list({ is_default: false });
    expect(data).toHaveLength(1);
    expect(data[0]?.features).toMatchObject({
      subscription_update: { enabled: true, proration_behavior: 'always_invoice' },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      customer_update: { allowed_updates: ['name', 'address', 'phone', 'tax_id'] },
    });
  });
});
