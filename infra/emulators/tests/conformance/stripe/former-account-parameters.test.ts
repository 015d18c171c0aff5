import { expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';

const world = createWorld();
const BANK = { country: 'US', currency: 'usd', account_number: '000123456789', routing_number: '110000000' };

// Parameters of early versions of the API, which Stripe still takes in all of them.
it('requests the capabilities of a list', async () => {
  const api = rawApi(world);
  const made = await api.post('accounts', { type: 'custom', requested_capabilities: ['transfers'] });
  expect(made.body).toMatchObject({ capabilities: { transfers: 'inactive' } });
  const changed = await api.post(`accounts/${made.body.id}`, { requested_capabilities: ['card_payments'] });
  expect(changed.body).toMatchObject({ capabilities: { card_payments: 'inactive', transfers: 'inactive' } });
});

it('takes a bank account by itself', async () => {
  const api = rawApi(world);
  const made = await api.post('accounts', { type: 'custom', bank_account: BANK });
  expect(made.body).toMatchObject({ external_accounts: { data: [{ last4: '6789', currency: 'usd' }] } });
  const changed = await api.post(`accounts/${made.body.id}`, { bank_account: 'btok_us_verified' });
  expect(changed.body).toMatchObject({ external_accounts: { total_count: 2 } });
});

it('gives a customer the card of a token', async () => {
  const api = rawApi(world);
  const { body } = await api.post('customers', { card: 'tok_visa' });
  expect(body.default_source).toMatch(/^card_/);
  const changed = await api.post(`customers/${body.id}`, { card: 'tok_mastercard' });
  expect(changed.body.default_source).not.toBe(body.default_source);
});

// Source: docs.stripe.com/connect/testing#account-numbers.
it.each(['bank_account', 'external_account'])('rejects a real number of an American %s', async (param) => {
  const details = { [param]: { ...BANK, object: 'bank_account', account_number: '9876543210' } };
  const { status, body } = await rawApi(world).post('accounts', { type: 'custom', ...details });
  expect([status, body.error]).toMatchObject([
    400,
    { code: 'account_number_invalid', param: `${param}[account_number]` },
  ]);
});

// Source: code-corps/code-corps-ember issue 933.
it('rejects an American routing number without nine digits', async () => {
  const details = { bank_account: { ...BANK, object: 'bank_account', routing_number: '1100' } };
  const { status, body } = await rawApi(world).post('accounts', { type: 'custom', ...details });
  const message = 'Routing number must have 9 digits';
  expect([status, body.error]).toMatchObject([
    400,
    { code: 'routing_number_invalid', message, param: 'bank_account' },
  ]);
});

it('names the card that it does not take', async () => {
  const card = { object: 'card', number: '4000056655665556', exp_month: 3, exp_year: 2031 };
  const { status, body } = await rawApi(world).post('accounts', { type: 'custom', external_account: card });
  expect([status, body.error]).toMatchObject([501, { param: 'external_account' }]);
});

it('pays out in a currency in which nobody is charged', async () => {
  const api = rawApi(world);
  const bank_account = {
    country: 'GH',
    currency: 'ghs',
    account_number: '0001234',
    routing_number: '022112',
  };
  const account = { type: 'custom', country: 'GH', default_currency: 'ghs', bank_account };
  expect((await api.post('accounts', account)).body).toMatchObject({
    default_currency: 'ghs',
    external_accounts: { data: [{ currency: 'ghs' }] },
  });
  const price = { currency: 'ghs', unit_amount: 500, product_data: { name: 'Tea' } };
  expect((await api.post('prices', price)).status).toBe(400);
});
