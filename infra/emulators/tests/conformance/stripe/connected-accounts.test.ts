import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { onboard, onboardingLink, visitPage } from '../../support/stripe/onboard.ts';
import { expectError, rawApi } from '../../support/stripe/raw-api.ts';
import { expectRejection, expectRejections, readRejections } from '../../support/stripe/rejection.ts';
import { sharedReceiver } from '../../support/stripe/webhook-receiver.ts';

const world = createWorld({ publicUrl: 'http://localhost:8080' });
const { stripe, emulator } = world;

const visit = (address: string, method?: string) => visitPage(world, address, method);

const BOTH = { card_payments: { requested: true }, transfers: { requested: true } };

describe('a connected account', () => {
  it('needs onboarding before it can be used', async () => {
    const { accounts } = stripe;
    const made = await accounts.create({
      type: 'express',
      country: 'DE',
      email: 'seller@example.com',
      capabilities: BOTH,
      business_profile: { name: 'Bakery', url: 'https://bakery.example' },
      metadata: { seller: '7' },
    });
    expect(made).toMatchObject({
      object: 'account',
      business_profile: { name: 'Bakery', mcc: null },
      capabilities: { card_payments: 'inactive', transfers: 'inactive' },
      charges_enabled: false,
      controller: {
        fees: { payer: 'application_express' },
        requirement_collection: 'stripe',
        stripe_dashboard: { type: 'express' },
      },
      country: 'DE',
      default_currency: 'eur',
      details_submitted: false,
      external_accounts: { data: [], total_count: 0 },
      payouts_enabled: false,
      requirements: { disabled_reason: 'requirements.past_due' },
      settings: { payouts: { schedule: { interval: 'daily' } } },
      type: 'express',
    });
    expect(made.requirements?.currently_due).toEqual(
      expect.arrayContaining(['business_type', 'external_account', 'representative.first_name']),
    );
    expect(made.requirements?.currently_due).not.toContain('business_profile.url');
    await expectRejection(accounts.createLoginLink(made.id), {
      statusCode: 400,
      message: 'Cannot create a login link for an account that has not completed onboarding.',
    });
    const link = await stripe.accountLinks.create(onboardingLink(made.id));
    expect(link).toMatchObject({ object: 'account_link', expires_at: link.created + 300 });
    const page = await visit(link.url);
    expect(await page.text()).toContain('Complete onboarding');
    expect((await visit(link.url, 'POST')).headers.get('location')).toBe('https://shop.example/back');
    expect(await accounts.retrieve(made.id)).toMatchObject({
      business_type: 'individual',
      capabilities: { card_payments: 'active', transfers: 'active' },
      charges_enabled: true,
      details_submitted: true,
      external_accounts: { data: [{ object: 'bank_account', account: made.id, currency: 'eur' }] },
      payouts_enabled: true,
      requirements: { currently_due: [], disabled_reason: null, past_due: [] },
    });
    const login = await accounts.createLoginLink(made.id);
    expect(login.object).toBe('login_link');
    expect(await (await visit(login.url)).text()).toContain('Balance');
  });

  it.each([
    ['visited before', (url: string) => visit(url)],
    ['five minutes old', () => emulator.advanceTime({ minutes: 5 })],
  ])('is led to the refresh URL by a link that is %s', async (_name, before) => {
    const { id } = await stripe.accounts.create({ type: 'express' });
    const { url } = await stripe.accountLinks.create(onboardingLink(id));
    await before(url);
    expect((await visit(url)).headers.get('location')).toBe('https://shop.example/again');
    expect(await stripe.accounts.retrieve(id)).toMatchObject({ details_submitted: false });
  });

  it('can be completed by API if it is custom', async () => {
    const { accounts } = stripe;
    const made = await accounts.create({
      type: 'custom',
      country: 'US',
      business_type: 'individual',
      capabilities: { transfers: { requested: true } },
      individual: { first_name: 'Ada', last_name: 'Byron', dob: { day: 1, month: 1, year: 1901 } },
      tos_acceptance: { date: 1_752_512_515, ip: '192.0.2.1' },
    });
    expect(made.requirements?.currently_due).toEqual(['business_profile.url', 'external_account']);
    const known = await accounts.update(made.id, {
      business_profile: { url: 'https://ada.example' },
      individual: { ssn_last_4: '0000' },
    });
    expect(known).toMatchObject({
      capabilities: { transfers: 'active' },
      charges_enabled: true,
      details_submitted: false,
      individual: { object: 'person', first_name: 'Ada', ssn_last_4_provided: true },
      payouts_enabled: false,
      requirements: { currently_due: ['external_account'] },
      tos_acceptance: { date: 1_752_512_515, ip: '192.0.2.1' },
    });
    expect(known.individual).not.toHaveProperty('ssn_last_4');
    const bank = await accounts.createExternalAccount(made.id, { external_account: 'btok_us_verified' });
    expect(await accounts.retrieve(made.id)).toMatchObject({
      details_submitted: true,
      payouts_enabled: true,
    });
    const details = {
      object: 'bank_account',
      country: 'US',
      currency: 'usd',
      account_number: '000123456789',
      routing_number: '110000000',
    } as const;
    const second = await accounts.createExternalAccount(made.id, {
      external_account: details as unknown as string,
      default_for_currency: true,
    });
    expect(second).toMatchObject({ default_for_currency: true, last4: '6789' });
    await expectRejection(accounts.deleteExternalAccount(made.id, second.id), { statusCode: 400 });
    expect(await accounts.deleteExternalAccount(made.id, bank.id)).toMatchObject({ deleted: true });
    expect((await accounts.listExternalAccounts(made.id)).data).toMatchObject([{ id: second.id }]);
    expect(
      await accounts.updateExternalAccount(made.id, second.id, { metadata: { till: '2' } }),
    ).toMatchObject({ metadata: { till: '2' } });
  });

  it('has the capabilities that were requested', async () => {
    const { accounts } = stripe;
    const id = await onboard(world, { type: 'express', capabilities: { transfers: { requested: true } } });
    expect((await accounts.listCapabilities(id)).data).toMatchObject([
      { id: 'transfers', object: 'capability', account: id, requested: true, status: 'active' },
    ]);
    expect(await accounts.retrieveCapability(id, 'card_payments')).toMatchObject({
      requested: false,
      status: 'unrequested',
    });
    await accounts.updateCapability(id, 'card_payments', { requested: true });
    expect(await accounts.retrieve(id)).toMatchObject({ capabilities: { card_payments: 'active' } });
    await accounts.updateCapability(id, 'card_payments', { requested: false });
    expect((await accounts.retrieve(id)).capabilities).toEqual({ transfers: 'active' });
    await expectRejection(accounts.retrieveCapability(id, 'magic'), { statusCode: 400 });
  });

  it('is described by a controller, or by a type', async () => {
    const { accounts } = stripe;
    const controller = {
      fees: { payer: 'application' },
      losses: { payments: 'application' },
      stripe_dashboard: { type: 'express' },
    } as const;
    expect(await accounts.create({ controller })).toMatchObject({
      controller: { fees: { payer: 'application' }, requirement_collection: 'stripe', is_controller: true },
      type: 'none',
    });
    await expectRejection(accounts.create({ controller, type: 'express' }), {
      statusCode: 400,
      message: expect.stringContaining('mutually exclusive'),
    });
    const standard = await accounts.create();
    expect(standard).toMatchObject({ type: 'standard', controller: { stripe_dashboard: { type: 'full' } } });
    expect(standard).toMatchObject({ external_accounts: { data: [] } });
    expect(await accounts.retrieve(await onboard(world, { type: 'standard' }))).toMatchObject({
      capabilities: { card_payments: 'active', transfers: 'active' },
      charges_enabled: true,
    });
  });

  it('is asked for the least until it requests a capability', async () => {
    const { accounts } = stripe;
    const made = await accounts.create({
      country: 'FR',
      business_type: 'individual',
      business_profile: { support_phone: '+33100000000' },
    });
    expect(made).toMatchObject({ capabilities: {}, charges_enabled: false });
    expect(made.requirements?.past_due).toEqual([
      'business_profile.product_description',
      'business_profile.url',
      'external_account',
      'tos_acceptance.date',
      'tos_acceptance.ip',
    ]);
    const known = await accounts.update(made.id, { capabilities: { transfers: { requested: true } } });
    expect(known.requirements?.past_due).toContain('individual.first_name');
  });

  it('shows its company to the platform until its owner is asked for it', async () => {
    const { accountLinks, accounts } = stripe;
    const made = await accounts.create({
      country: 'NL',
      business_type: 'company',
      company: { tax_id: '1234' },
    });
    expect(made.company).toMatchObject({
      address: { city: null, country: 'NL' },
      name: null,
      owners_provided: false,
      tax_id_provided: true,
      verification: { document: { front: null } },
    });
    expect(await accounts.create({ business_type: 'non_profit' })).toHaveProperty('company.name', null);
    await accountLinks.create(onboardingLink(made.id));
    expect(await accounts.retrieve(made.id)).not.toHaveProperty('company');
  });

  it.each([
    ['custom', false],
    ['express', true],
    ['standard', true],
  ] as const)('has the settings of its type: %s', async (type, debitsNegativeBalances) => {
    const { settings } = await stripe.accounts.create({ type });
    expect(settings).toMatchObject({
      invoices: { hosted_payment_method_save: 'offer' },
      payouts: { debit_negative_balances: debitsNegativeBalances },
    });
  });

  it('has no page in the log if the key has no access to it', async () => {
    const error = await expectError(rawApi(world).get('accounts/acct_unknown'), 403, {
      code: 'account_invalid',
    });
    expect(error).not.toHaveProperty('request_log_url');
  });

  it('is rejected for what Stripe does not take', async () => {
    const { accountLinks, accounts } = stripe;
    const { id } = await accounts.create({ type: 'express' });
    const rejected: readonly [Promise<unknown>, object][] = [
      [accounts.create({ country: 'XX' }), { statusCode: 400, param: 'country' }],
      [accounts.create({ email: 'nobody' }), { code: 'email_invalid' }],
      [accounts.update(id, { tos_acceptance: { date: 1, ip: '192.0.2.1' } }), { param: 'tos_acceptance' }],
      [
        accountLinks.create({ ...onboardingLink(id), type: 'account_update' }),
        { statusCode: 400, param: 'type' },
      ],
      [accountLinks.create({ account: id, type: 'account_onboarding' }), { param: 'refresh_url' }],
      [accounts.create({ account_token: 'ct_1' }), { statusCode: 501, param: 'account_token' }],
    ];
    const rejections = await readRejections(rejected.map(([call]) => call));
    expect(rejections).toMatchObject(rejected.map(([, error]) => error));
  });

  it('is listed until it is deleted, and then out of reach', async () => {
    const { accounts, customers } = stripe;
    const first = await accounts.create({ type: 'custom' });
    const second = await accounts.create({ type: 'custom' });
    expect((await accounts.list({ limit: 1 })).data).toMatchObject([{ id: second.id }]);
    expect((await accounts.list({ starting_after: second.id })).data).toMatchObject([{ id: first.id }]);
    expect(await accounts.del(first.id)).toEqual(
      expect.objectContaining({ id: first.id, object: 'account', deleted: true }),
    );
    expect((await accounts.list()).data).toMatchObject([{ id: second.id }]);
    await expectRejections(
      [
        accounts.retrieve(first.id),
        accounts.retrieve('acct_none'),
        accounts.update(first.id, { email: 'a@example.com' }),
        customers.list({}, { stripeAccount: first.id }),
      ],
      {
        statusCode: 403,
        code: 'account_invalid',
        message: expect.stringMatching(
          /^The provided key 'sk_test_\*{4}ated' does not have access to account/,
        ),
      },
    );
  });
});

describe('an event of a connected account', () => {
  const receiver = sharedReceiver();

  it('names its account, and goes to endpoints for Connect alone', async () => {
    const { accounts, customers, events, webhookEndpoints } = stripe;
    const endpoint = { url: receiver.url, enabled_events: ['*' as const] };
    expect(await webhookEndpoints.create({ ...endpoint, connect: true })).toMatchObject({
      application: expect.stringMatching(/^ca_/),
    });
    await emulator.configure({
      webhookEndpoints: [{ url: receiver.url, secret: receiver.secret, connect: true }],
    });
    receiver.receipts.length = 0;
    const id = await onboard(world, { type: 'express', capabilities: { transfers: { requested: true } } });
    await customers.create({ name: 'of the platform' });
    const { id: customer } = await customers.create({ name: 'of the account' }, { stripeAccount: id });
    await accounts.del(id);
    await emulator.settle();
    // Several are under way at once, so they arrive in any order.
    const received = receiver.receipts
      .map(({ event }) => event)
      .sort((one, other) => one.type.localeCompare(other.type));
    expect(received.map(({ type }) => type)).toEqual([
      'account.application.deauthorized',
      'account.updated',
      'capability.updated',
      'customer.created',
    ]);
    expect(new Set(received.map(({ account }) => account))).toEqual(new Set([id]));
    expect(received[1]?.data).toMatchObject({
      object: { id, charges_enabled: true },
      previous_attributes: { charges_enabled: false, requirements: { disabled_reason: expect.any(String) } },
    });
    expect(received[3]?.data.object).toMatchObject({ id: customer });
    expect(received[0]?.data.object).toMatchObject({ object: 'application' });
    const own = (await events.list({ type: 'customer.*' })).data;
    expect(own).toMatchObject([{ data: { object: { name: 'of the platform' } } }]);
    expect(own[0]).not.toHaveProperty('account');
  });
});
