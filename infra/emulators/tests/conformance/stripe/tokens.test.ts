import { describe, expect, it } from 'vitest';
import { createStripeClient } from '../../support/stripe/client.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;
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
    const { id: second } = await newToken();
    const changed = await accounts.update(made.id, { external_account: second });
    expect(changed.external_accounts?.data).toHaveLength(2);
  });

  it.each([
    ['a real number', { account_number: '9876543210' }, 'bank_account[account_number]'],
    ['no routing number', { routing_number: undefined }, 'bank_account[routing_number]'],
  ])('is not created with %s', async (_what, more, param) => {
    await expectRejection(newToken(more), { statusCode: 400, param });
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
