import { describe, expect, it } from 'vitest';
import { findPrice } from '../../support/stripe/checkout.ts';
import { createStripeClient } from '../../support/stripe/client.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEventTypes } from '../../support/stripe/list-events.ts';
import { expectError, rawApi } from '../../support/stripe/raw-api.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

it('a card source is saved from a token, the first one as the default', async () => {
  const { customers } = stripe;
  const customer = await customers.create({ source: 'tok_visa' });
  expect(customer.default_source).toMatch(/^card_/);
  const second = await customers.createSource(customer.id, { source: 'tok_mastercard' });
  expect(second).toMatchObject({ object: 'card', brand: 'MasterCard', last4: '4444', customer: customer.id });
  expect(second).toMatchObject({ allow_redisplay: 'unspecified', email: null, phone: null, wallet: null });
  const { data } = await customers.listSources(customer.id, { object: 'card' });
  expect(data.map(({ id }) => id)).toEqual([second.id, customer.default_source]);
  expect((await customers.listSources(customer.id, { object: 'bank_account' })).data).toEqual([]);
  const shown = await rawApi(world, '2020-08-27').get(`customers/${customer.id}`, {
    expand: ['default_source', 'sources'],
  });
  expect(shown.body).toMatchObject({
    default_source: { brand: 'Visa' },
    // Unlike the list, the default comes first.
    sources: { data: [{ id: customer.default_source }, { id: second.id }], total_count: 2 },
  });
  expect(await listEventTypes(world)).toContain('customer.source.created');
});

it('a card source pays where there is no default payment method', async () => {
  const { customers, subscriptions } = stripe;
  const { id: customer } = await customers.create({ source: 'tok_visa' });
  const items = [{ price: await findPrice(stripe) }];
  expect(await subscriptions.create({ customer, items })).toMatchObject({ status: 'active' });
});

it('a card source is changed and deleted, after which another one is the default', async () => {
  const { customers } = stripe;
  const { id, default_source: first } = await customers.create({ source: 'tok_visa' });
  const changed = await customers.updateSource(id, String(first), { address_zip: '12345', exp_year: '2040' });
  expect(changed).toMatchObject({ address_zip: '12345', address_zip_check: 'pass', exp_year: 2040 });
  const { default_source: second } = await customers.update(id, { source: 'tok_amex' });
  expect(second).not.toBe(first);
  expect(await customers.deleteSource(id, String(second))).toEqual({
    id: second,
    object: 'card',
    deleted: true,
  });
  expect(await customers.retrieve(id)).toMatchObject({ default_source: first });
  expect((await listEventTypes(world)).slice(-2)).toEqual(['customer.source.deleted', 'customer.updated']);
});

// Source: the error code `invalid_expiry_year` of docs.stripe.com/error-codes, as for payment methods.
it('a card source does not expire in the past', async () => {
  const { customers } = stripe;
  const { id, default_source: source } = await customers.create({ source: 'tok_visa' });
  await expectRejection(customers.updateSource(id, String(source), { exp_year: '2021' }), {
    ...{ statusCode: 402, code: 'invalid_expiry_year' },
  });
  expect(await customers.retrieveSource(id, String(source))).not.toMatchObject({ exp_year: 2021 });
});

// Source: support.stripe.com/questions/enabling-access-to-raw-card-data-apis, as for tokens and payment methods.
it('a card source is not made from a card number', async () => {
  const { customers } = stripe;
  const { id } = await customers.create({});
  const source = { object: 'card', number: '4242424242424242', exp_month: 5, exp_year: 2040 };
  for (const path of [`customers/${id}/sources`, 'customers', 'charges']) {
    await expectError(
      rawApi(world).post(path, { source, ...(path === 'charges' && { amount: 900, currency: 'usd' }) }),
      402,
      { message: expect.stringMatching(/^Sending credit card numbers directly/) },
    );
  }
});

it('a card source is rejected if the card is declined, the token unknown or the source of somebody else', async () => {
  const { customers } = stripe;
  const { id } = await customers.create();
  const other = await customers.create({ source: 'tok_visa' });
  await expectRejection(customers.createSource(id, { source: 'tok_chargeDeclined' }), {
    statusCode: 402,
    code: 'card_declined',
  });
  // Source: gist.github.com/michaelschade/8276067, for a customer with such a card.
  const unchecked = { source: 'tok_chargeDeclined', validate: false };
  expect(await customers.createSource(id, unchecked)).toMatchObject({ last4: '0002' });
  expect((await customers.create(unchecked)).default_source).toMatch(/^card_/);
  await expectInvalid(customers.createSource(id, { source: 'tok_none' }), 'source');
  const theirs = { default_source: String(other.default_source) };
  await expectInvalid(customers.update(id, theirs), 'source');
  await expectRejection(customers.retrieveSource(id, String(other.default_source)), { statusCode: 404 });
});

const BANK = { country: 'US', currency: 'usd', account_number: '000123456789', routing_number: '110000000' };

const newToken = (more: object = {}) => stripe.tokens.create({ bank_account: { ...BANK, ...more } });

describe('a token of a bank account', () => {
  it('shows the account, but neither its number nor an owner', async () => {
    const { lastResponse: _, ...token } = await newToken({
      account_holder_name: 'Ada Byron',
      account_holder_type: 'individual',
    });
    expect(token).toMatchObject({
      id: expect.stringMatching(/^btok_/),
      type: 'bank_account',
      used: false,
      bank_account: {
        id: expect.stringMatching(/^ba_/),
        account_holder_name: 'Ada Byron',
        account_holder_type: 'individual',
        last4: '6789',
        routing_number: '110000000',
        status: 'new',
      },
    });
    expect(JSON.stringify(token)).not.toContain(BANK.account_number);
    expect(await stripe.tokens.retrieve(token.id)).toEqual(token);
  });

  it('is created with a publishable key too, which cannot read it', async () => {
    const page = createStripeClient(emulator, {}, 'pk_test_emulated');
    const { id } = await page.tokens.create({ bank_account: BANK });
    expect(await stripe.tokens.retrieve(id)).toMatchObject({ used: false });
    await expectRejection(page.tokens.retrieve(id), { statusCode: 401 });
  });

  it('becomes the bank account of a connected account once', async () => {
    const { accounts, tokens } = stripe;
    const { id } = await accounts.create({ type: 'custom' });
    const token = await newToken();
    const bank = await accounts.createExternalAccount(id, { external_account: token.id });
    expect(bank).toMatchObject({ id: token.bank_account?.id, account: id, last4: '6789' });
    expect(await tokens.retrieve(token.id)).toMatchObject({ used: true });
    await expectRejection(accounts.createExternalAccount(id, { external_account: token.id }), {
      ...{ statusCode: 400, code: 'token_already_used', param: 'external_account' },
    });
    const { id: first } = await newToken();
    const made = await accounts.create({ type: 'custom', external_account: first });
    expect(made.external_accounts?.data).toHaveLength(1);
    const changed = await accounts.update(made.id, { external_account: 'btok_us' });
    expect(changed.external_accounts?.data).toMatchObject([
      { available_payout_methods: ['standard', 'instant'], default_for_currency: true },
    ]);
    const british = await accounts.create({ country: 'GB', type: 'custom', external_account: 'btok_us' });
    expect(british.external_accounts?.data).toMatchObject([{ available_payout_methods: ['standard'] }]);
  });

  it.each([
    ['a real number', { account_number: '9876543210' }, 'bank_account[account_number]'],
    ['no routing number', { routing_number: undefined }, 'bank_account[routing_number]'],
  ])('is not created with %s', async (_what, more, param) => {
    await expectInvalid(newToken(more), param);
  });

  it('is no source of a customer', async () => {
    const { customers } = stripe;
    const { id } = await customers.create();
    const { id: token } = await newToken();
    for (const source of [token, 'btok_us_verified', { object: 'bank_account', ...BANK } as never]) {
      await expectRejection(customers.createSource(id, { source }), { statusCode: 501, param: 'source' });
    }
  });
});

it('does not create tokens of what a customer has, of persons, or of nothing', async () => {
  const { tokens } = stripe;
  for (const params of [
    { card: 'card_1', customer: 'cus_1' },
    { bank_account: 'ba_1' },
    { person: { first_name: 'Ada' } },
  ]) {
    expect(await rawApi(world).post('tokens', params)).toMatchObject({ status: 501 });
  }
  await expectRejection(tokens.create({}), { statusCode: 400 });
  await expectRejection(tokens.retrieve('tok_none'), { ...{ statusCode: 404, code: 'resource_missing' } });
  await expectRejection(tokens.retrieve('tok_visa'), { statusCode: 501 });
});
