import { Agent, request } from 'node:http';
import { startStripeEmulator } from '@outharbor/stripe-emulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStripeClient } from '../../support/stripe/client.ts';
import {
  type Described,
  describedFaults,
  type Fault,
  type Params,
  servedOperations,
} from '../../support/stripe/described-parameters.ts';
import { listFields } from '../../support/stripe/raw-api.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';

const emulator = suiteFixture(() => startStripeEmulator());
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
afterAll(() => agent.destroy());

interface ErrorAnswer {
  readonly status: number;
  readonly error: Readonly<Record<string, unknown>>;
}

let customer = '';
let subscription = '';
beforeAll(async () => {
  const { customers, subscriptions } = createStripeClient(emulator);
  ({ id: customer } = await customers.create({ source: 'tok_visa' }));
  const price_data = {
    currency: 'usd',
    unit_amount: 500,
    recurring: { interval: 'month' },
    product: 'p',
  } as const;
  await createStripeClient(emulator).products.create({ id: 'p', name: 'P' });
  ({ id: subscription } = await subscriptions.create({ customer, items: [{ price_data }] }));
});

const NEEDED: Readonly<Record<string, Params>> = {
  'POST /v1/account_links': {
    type: 'account_onboarding',
    refresh_url: 'https://a.example',
    return_url: 'https://a.example',
  },
  'POST /v1/accounts/:id/bank_accounts': { external_account: '1' },
  'POST /v1/accounts/:id/external_accounts': { external_account: '1' },
  'POST /v1/billing_portal/configurations': { features: { invoice_history: { enabled: 'true' } } },
  'POST /v1/billing_portal/sessions': { customer: '1' },
  'POST /v1/charges': { amount: '500', currency: 'usd', source: 'tok_visa' },
  'POST /v1/checkout/sessions': { mode: 'payment' },
  'POST /v1/customer_sessions': { customer: '1' },
  'POST /v1/customers/:id/cards': { source: 'tok_visa' },
  'POST /v1/customers/:id/sources': { source: 'tok_visa' },
  'POST /v1/customers/:id/subscriptions': { items: [{ price: '1' }] },
  'POST /v1/invoiceitems': { customer: '1' },
  'POST /v1/invoices': { customer: '1' },
  'POST /v1/payment_intents': { amount: '500' },
  'POST /v1/payment_methods': { type: 'card', card: { token: 'tok_visa' } },
  'POST /v1/plans': { amount: '500', product: '1' },
  'POST /v1/subscriptions': { customer: '1', items: [{ price: '1' }] },
  'POST /v1/topups': { amount: '500', currency: 'usd' },
  'POST /v1/transfers': { amount: '500' },
  'POST /v1/credit_notes refunds[0]': { refund: '1' },
  'GET /v1/credit_notes/preview refunds[0]': { refund: '1' },
  'GET /v1/credit_notes/preview/lines refunds[0]': { refund: '1' },
  'POST /v1/invoices/:id/add_lines lines[0][price_data]': { product: '1' },
  'POST /v1/invoices/:id/lines/:id price_data': { product: '1' },
  'POST /v1/invoices/:id/update_lines lines[0][price_data]': { product: '1' },
  'POST /v1/subscription_schedules phases[0]': { items: [{ price: '1' }] },
  'POST /v1/subscription_schedules/:id phases[0]': { items: [{ price: '1' }] },
  'POST /v1/tax/transactions/create_reversal line_items[0]': { amount: '0', amount_tax: '0' },
  'POST /v1/tax/transactions/create_reversal shipping_cost': { amount: '0', amount_tax: '0' },
  'POST /v1/webhook_endpoints': { url: 'https://a.example' },
};

/** What the emulator answers otherwise, as `operation: fault`, by the reason. */
const OTHERWISE: Readonly<Record<string, RegExp>> = {
  'Stripe clears it, although the description has a plain value.':
    / empty (?:\S+\[)?(?:address_(?:city|country|line[12]|state|zip)|city|country|line[12]|postal_code|state|metadata|description|name|phone|carrier|tracking_number|nickname|shipping|footer|url|images|marketing_features|package_dimensions|tax_code|unit_label|preferred_locales|default_payment_method|default_tax_rates|tax_rates|tax_type|jurisdiction|statement_descriptor(?:_suffix)?|receipt_email|number|effective_at|on_behalf_of|transfer_data|application_fee_percent|lookup_key|trial_period_days|inactive_message|restrictions|conditions|payment_method_save_usage|expires_at|email|privacy_policy_url|terms_of_service_url|(?:acss|bacs|sepa)_debit|us_bank_account|exp_month|exp_year)(?:\[0\])?\]?$/,
  'Evidence and what a business says of itself is cleared, and evidence is only limited as a whole.':
    / (?:(?:empty|long) evidence|empty business_profile)\[/,
  'Raw numbers of cards are refused before anything else.': / card\b/,
  'Stripe reads it in another way, with a message of its own.':
    / (?:wrong|empty|long) (?:(?:allowed_)?payment_method_types|(?:payment_method_data\[)?type|enabled_events|external_account|payload|exp_(?:month|year)|api_version|billing_cycle_anchor|invoice_items\[0\]\[unit_amount\])(?!\w)/,
  'A mandate is given with a confirmation, and offline.': / missing mandate_data/,
  'The customer comes first.': /customer_sessions: missing components$/,
  'An upload is no form.': /^POST \/v1\/files: /,
  'Nothing is ever listed there, so that filters are not read in full.':
    /^GET \/v1\/(?:apps|financial_connections|forwarding|issuing|radar)\//,
  'Not checked, so that a mistake is accepted.':
    /(?:balance_transactions|history|schedules): wrong .*currency\]?$|long (?:integration_identifier|object|\w+_(?:after|before))$|sepa_debit_payments/,
};
const isOtherwise = (fault: string) => Object.values(OTHERWISE).some((pattern) => pattern.test(fault));

/** `fetch` takes twice the time. */
function send(operation: string, params: Params): Promise<ErrorAnswer> {
  const [method = '', path = ''] = operation.split(' ');
  const form = new URLSearchParams([...listFields(params)]).toString();
  const isQuery = method === 'GET';
  const options = {
    ...{ agent, method, host: '127.0.0.1', port: emulator.port },
    path: `${path.replace('/customers/:id', `/customers/${customer}`).replace('/subscriptions/:id', `/subscriptions/${subscription}`).replaceAll(':id', 'x_1')}${isQuery ? `?${form}` : ''}`,
    headers: {
      authorization: `Bearer ${emulator.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...(isQuery ? {} : { 'content-length': Buffer.byteLength(form) }),
    },
  };
  return new Promise((resolve, reject) => {
    const sent = request(options, async (response) => {
      const { error = {} } = JSON.parse(Buffer.concat(await response.toArray()).toString());
      resolve({ status: response.statusCode ?? 0, error });
    });
    sent.once('error', reject).end(isQuery ? undefined : form);
  });
}

function isExpected({ error: expected }: Fault, { status, error }: ErrorAnswer): boolean {
  if (expected === null) return error.code !== 'parameter_invalid_empty';
  const matches = ([key, value]: [string, unknown]) =>
    value instanceof RegExp ? value.test(String(error[key])) : error[key] === value;
  return status === 400 && Object.entries(expected).every(matches);
}

/** What differs from the description; a parameter that is not supported at all has no more to show. */
async function findDeviations(operation: string, { faults, parts }: Described): Promise<string[]> {
  const found: string[] = [];
  for (const [index, fault] of faults.entries()) {
    const answer = await send(operation, fault.params);
    if (answer.error.code === 'emulator_not_supported') {
      if (index === 0) return [];
    } else if (!isOtherwise(`${operation}: ${fault.name}`) && !isExpected(fault, answer)) {
      found.push(`${fault.name}: ${answer.status} ${answer.error.message}`);
    }
  }
  for (const part of parts) found.push(...(await findDeviations(operation, part)));
  return found;
}

describe('what the description rules out is rejected, and named', () => {
  it.concurrent.each(servedOperations())('%s', async (operation) => {
    const described = describedFaults(operation, (param) => NEEDED[`${operation} ${param}`.trim()]);
    expect(await findDeviations(operation, described)).toEqual([]);
  });
});
