import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe } = world;
const TRANSFERS = { transfers: { requested: true } };
const TERMS = { date: 1_752_512_515, ip: '192.0.2.1' };
const ADDRESS = { line1: '5 Quay', city: 'Oakland', state: 'CA', postal_code: '94607', country: 'US' };
const NAMED = { first_name: 'Grace', last_name: 'Hopper', dob: { day: 9, month: 12, year: 1906 } };

const createCompany = () =>
  stripe.accounts.create({
    ...{ type: 'custom', country: 'US', business_type: 'company', capabilities: TRANSFERS },
    business_profile: { url: 'https://www.harbour.example/shop' },
    company: { name: 'Harbour Ltd', address: ADDRESS, tax_id: '000000000' },
    ...{ tos_acceptance: TERMS, external_account: 'btok_us_verified' },
  });

const createIndividual = (country = 'US') =>
  stripe.accounts.create({
    ...{ type: 'custom', country, business_type: 'individual', capabilities: TRANSFERS },
    business_profile: { name: 'Grace’s Ships', url: 'https://ships.example' },
    individual: { ...NAMED, phone: '+15105550100', address: ADDRESS },
    ...{ tos_acceptance: TERMS, external_account: 'btok_us_verified' },
  });

// Source: docs.stripe.com/api/persons.
describe('a person', () => {
  it('who represents a company is what its account waits for', async () => {
    const { accounts, events } = stripe;
    const { id, capabilities, requirements } = await createCompany();
    expect(capabilities).toEqual({ transfers: 'inactive' });
    expect(requirements?.currently_due).toContain('representative.first_name');
    const { dob, ...names } = NAMED;
    const person = await accounts.createPerson(id, {
      ...{ ...names, id_number: '000000000', metadata: { desk: '4' } },
      relationship: { representative: true, title: 'Admiral', percent_ownership: 30 },
    });
    expect(person).toMatchObject({
      ...{ object: 'person', account: id, first_name: 'Grace', metadata: { desk: '4' } },
      additional_tos_acceptances: { account: { date: null, ip: null, user_agent: null } },
      ...{ dob: { day: null }, id_number_provided: true, ssn_last_4_provided: true },
      relationship: { representative: true, owner: false, title: 'Admiral', percent_ownership: 30 },
      requirements: { currently_due: ['dob.day', 'dob.month', 'dob.year'] },
      verification: { status: 'unverified', document: { front: null } },
    });
    expect(person).not.toHaveProperty('id_number');
    const { requirements: due } = await accounts.retrieve(id);
    expect(due?.currently_due).toEqual([
      `${person.id}.dob.day`,
      `${person.id}.dob.month`,
      `${person.id}.dob.year`,
    ]);
    expect(await accounts.updatePerson(id, person.id, { dob })).toMatchObject({
      ...{ dob, last_name: 'Hopper', requirements: { currently_due: [] } },
      verification: { status: 'verified' },
    });
    expect(await accounts.retrieve(id)).toMatchObject({ capabilities: { transfers: 'active' } });
    const { data } = await events.list({ limit: 20 }, { stripeAccount: id });
    expect(data.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['person.created', 'person.updated']),
    );
  });

  it('is listed by role, and deleted', async () => {
    const { accounts } = stripe;
    const { id } = await createCompany();
    const owner = await accounts.createPerson(id, { ...NAMED, relationship: { owner: true } });
    const director = await accounts.createPerson(id, { ...NAMED, relationship: { director: true } });
    const listed = await accounts.listPersons(id);
    expect(listed).toMatchObject({ object: 'list', url: `/v1/accounts/${id}/persons` });
    expect(listed.data.map((person) => person.id)).toEqual([director.id, owner.id]);
    const owners = await accounts.listPersons(id, { relationship: { owner: true } });
    expect(owners.data).toMatchObject([{ id: owner.id }]);
    expect(await accounts.deletePerson(id, owner.id)).toMatchObject({ id: owner.id, deleted: true });
    await expectRejection(accounts.retrievePerson(id, owner.id), { statusCode: 404 });
  });

  it('is the individual of an account', async () => {
    const { accounts } = stripe;
    const { id, individual } = await createIndividual();
    const [person] = (await accounts.listPersons(id, { relationship: { representative: true } })).data;
    expect(person).toMatchObject({
      id: individual?.id,
      first_name: 'Grace',
      relationship: { representative: true },
    });
    const front = { document: { front: 'file_identity_document_success' } };
    const changed = await accounts.updatePerson(id, String(person?.id), { verification: front });
    expect(changed).toMatchObject({ first_name: 'Grace', verification: front });
    expect((await accounts.retrieve(id)).individual).toMatchObject({ verification: front });
  });

  it('may have no other names', async () => {
    const { id, individual, requirements } = await createIndividual('SG');
    expect(requirements?.currently_due).toEqual(['individual.full_name_aliases']);
    const path = `accounts/${id}/persons/${individual?.id}`;
    expect(await rawApi(world).post(path, { full_name_aliases: [''] })).toMatchObject({ status: 200 });
    expect(await stripe.accounts.retrieve(id)).toMatchObject({ capabilities: { transfers: 'active' } });
  });
});

describe('a custom account', () => {
  it('shows an individual as their company, with their address', async () => {
    expect(await createIndividual()).toMatchObject({
      business_profile: { mcc: expect.stringMatching(/^\d{4}$/) },
      company: {
        address: { ...ADDRESS, line2: null },
        ...{ directors_provided: true, executives_provided: true, owners_provided: true, name: null },
        ...{ phone: '+15105550100', tax_id_provided: false, verification: { document: { front: null } } },
      },
      external_accounts: { data: [{ available_payout_methods: ['standard', 'instant'] }] },
      individual: {
        address: { ...ADDRESS, line2: null },
        relationship: { director: false, executive: false, legal_guardian: false, owner: false },
        requirements: { currently_due: [] },
      },
      settings: {
        card_payments: { statement_descriptor_prefix: 'GRACE’S SH' },
        dashboard: { display_name: 'Grace’s Ships' },
        payments: { statement_descriptor: 'GRACE’S SHIPS' },
      },
    });
  });

  it('is named by its website on statements if it has no trading name', async () => {
    expect(await createCompany()).toMatchObject({
      business_profile: { name: 'Harbour Ltd' },
      company: { owners_provided: false, tax_id_provided: true },
      settings: {
        card_payments: { statement_descriptor_prefix: 'HARBOUR.EX' },
        payments: { statement_descriptor: 'HARBOUR.EXAMPLE' },
      },
    });
  });

  it.each([
    ['US', ['individual.address.state', 'individual.phone', 'individual.ssn_last_4']],
    ['CA', ['individual.address.state']],
    ['AU', ['individual.address.state', 'individual.phone']],
    ['GB', ['individual.phone']],
  ])('is asked for what its country needs: %s', async (country, asked) => {
    const { requirements } = await stripe.accounts.create({
      ...{ type: 'custom', country, business_type: 'individual' },
      capabilities: { card_payments: { requested: true }, ...TRANSFERS },
      business_profile: { url: 'https://ships.example' },
    });
    const due = requirements?.currently_due ?? [];
    expect(due.filter((name) => /\.(phone|ssn_last_4|state)$/.test(name))).toEqual(asked);
    expect(due).not.toContain('business_profile.mcc');
  });

  it('lives in a country that exists', async () => {
    const address = { ...ADDRESS, country: 'United States' };
    const account = stripe.accounts.create({
      ...{ type: 'custom', country: 'US', business_type: 'individual', individual: { ...NAMED, address } },
    });
    await expectRejection(account, {
      ...{ statusCode: 400, param: 'individual[address][country]' },
      message: expect.stringMatching(/^Country 'United States' is unknown\./),
    });
  });

  it('can leave out what it sells, and tell a nationality', async () => {
    const { status, body } = await rawApi(world).post('accounts', {
      ...{ type: 'custom', business_type: 'individual', individual: { nationality: 'SG' } },
      business_profile: { product_description: '', url: 'https://ships.example' },
    });
    expect([status, body]).toMatchObject([
      200,
      { business_profile: { product_description: null }, individual: { nationality: 'SG' } },
    ]);
  });
});
