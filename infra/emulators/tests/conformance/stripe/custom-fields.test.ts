import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../support/stripe/checkout.ts';
import { createFormerClient } from '../../support/stripe/former-clients.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectInvalid, expectRejection, readRejection } from '../../support/stripe/rejection.ts';

const { stripe, emulator } = createWorld();

type CustomField = Stripe.Checkout.SessionCreateParams.CustomField;
type Changes = Partial<CustomField>;

const labelled = (custom: string) => ({ custom, type: 'custom' }) as const;
const ENGRAVING: CustomField = { key: 'engraving', label: labelled('Engraving'), type: 'text' };
const SEATS: CustomField = {
  key: 'seats',
  label: labelled('Seats'),
  type: 'numeric',
  numeric: { minimum_length: 2, maximum_length: 3 },
  optional: true,
};
const SIZE: CustomField = {
  key: 'size',
  label: labelled('Size'),
  type: 'dropdown',
  dropdown: {
    default_value: 'm',
    options: [
      { label: 'Small', value: 's' },
      { label: 'Medium', value: 'm' },
    ],
  },
};

describe('a custom field of a checkout', () => {
  const create = (...custom_fields: CustomField[]) => createSession(stripe, { custom_fields });
  const changed = (changes: Changes) => create({ ...ENGRAVING, ...changes } as CustomField);
  const sized = (dropdown: CustomField['dropdown']) => create({ ...SIZE, dropdown } as CustomField);

  it('is returned as it was created, without a value', async () => {
    const session = await create(ENGRAVING, SEATS, SIZE);
    const unbounded = { default_value: null, maximum_length: null, minimum_length: null };
    expect(session.custom_fields).toEqual([
      { ...ENGRAVING, optional: false, text: { ...unbounded, value: null } },
      { ...SEATS, numeric: { ...SEATS.numeric, default_value: null, value: null } },
      { ...SIZE, optional: false, dropdown: { ...SIZE.dropdown, value: null } },
    ]);
    expect((await createSession(stripe)).custom_fields).toEqual([]);
  });

  it('has its value in the completed session and in its event', async () => {
    const { id } = await create(ENGRAVING, SEATS, SIZE);
    const answers = { engraving: 'For Ada', seats: '12', size: 's' };
    await emulator.pay(id, { card: 'visa', customFields: answers });
    const values = [
      { key: 'engraving', text: { value: 'For Ada' } },
      { key: 'seats', numeric: { value: '12' } },
      { key: 'size', dropdown: { value: 's' } },
    ];
    expect((await stripe.checkout.sessions.retrieve(id)).custom_fields).toMatchObject(values);
    const [event] = (await stripe.events.list({ type: 'checkout.session.completed' })).data;
    expect(event?.data.object).toMatchObject({ id, custom_fields: values });
  });

  it('keeps its value during authentication, and returns it afterwards', async () => {
    const { id } = await create(ENGRAVING);
    const card = { card: 'authentication', customFields: { engraving: 'For Ada' } };
    const waiting = await emulator.pay(id, card);
    expect(waiting.session).toMatchObject({ status: 'open', custom_fields: [{ text: { value: null } }] });
    const { session } = await emulator.pay(id, { ...card, authentication: 'complete' });
    expect(session.custom_fields).toMatchObject([{ text: { value: 'For Ada' } }]);
  });

  it('has a null value if left empty, whatever its key', async () => {
    const { id } = await create({ ...SEATS, key: 'constructor' });
    const { session } = await emulator.pay(id, { card: 'visa' });
    expect(session.custom_fields).toMatchObject([{ key: 'constructor', numeric: { value: null } }]);
  });

  it('defaults to a valid answer', async () => {
    const long = { minimum_length: 20, maximum_length: 24 };
    const { id } = await create({ ...ENGRAVING, text: long }, SEATS, SIZE);
    const { session } = await emulator.pay(id, { card: 'visa' });
    expect(session.custom_fields).toMatchObject([
      { text: { value: expect.stringMatching(/^.{20,24}$/) } },
      { numeric: { value: null } },
      { dropdown: { value: 'm' } },
    ]);
  });

  it.each([
    [{ engraving: '' }, /Fill in this field/],
    [{ engraving: 'x'.repeat(256) }, /no more than 255 characters/],
    [{ seats: '1' }, /at least 2 digits/],
    [{ seats: '1234' }, /no more than 3 digits/],
    [{ seats: 'ten' }, /digits only/],
    [{ size: '' }, /Select an option/],
    [{ size: 'xl' }, /Select one of the options/],
    [{ colour: 'red' }, /does not collect custom_colour/],
  ])('rejects %j', async (customFields, reason) => {
    const { id } = await create(ENGRAVING, SEATS, SIZE);
    const answers = customFields as Record<string, string>;
    await expect(emulator.pay(id, { card: 'visa', customFields: answers })).rejects.toThrow(reason);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' });
  });

  it('is one of at most three with different keys', async () => {
    const four = ['a', 'b', 'c', 'd'].map((key) => ({ ...ENGRAVING, key }));
    await expectInvalid(create(...four), 'custom_fields');
    await expectRejection(create(ENGRAVING, SIZE, ENGRAVING), {
      statusCode: 400,
      param: 'custom_fields[2][key]',
      message: expect.stringContaining('engraving'),
    });
  });

  it.each<[string, Changes]>([
    ['key', { key: 'gift note' }],
    ['dropdown', { dropdown: { options: [{ label: 'Small', value: 's' }] } }],
    ['text][maximum_length', { text: { maximum_length: 256 } }],
    ['text][minimum_length', { text: { minimum_length: 3, maximum_length: 2 } }],
    ['text][default_value', { text: { default_value: 'long', maximum_length: 2 } }],
    ['numeric][default_value', { type: 'numeric', numeric: { default_value: 'ten' } }],
    ['dropdown', { type: 'dropdown' }],
  ])('is rejected at %s for %j', async (param, changes) => {
    const rejection = await readRejection(changed(changes));
    expect(rejection).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' });
    expect(rejection.param).toBe(`custom_fields[0][${param}]`);
  });

  it('requires dropdown options with distinct values and a default among them', async () => {
    const small = { label: 'Small', value: 's' };
    await expectRejection(sized({ options: [] }), { statusCode: 400 });
    await expectInvalid(
      sized({ options: [small, { ...small, label: 'Slim' }] }),
      'custom_fields[0][dropdown][options][1][value]',
    );
    await expectInvalid(
      sized({ options: [{ ...small, value: 's m' }] }),
      'custom_fields[0][dropdown][options][0][value]',
    );
    await expectInvalid(
      sized({ options: [small], default_value: 'xl' }),
      'custom_fields[0][dropdown][default_value]',
    );
  });

  it('has the same shape in earlier versions', async () => {
    const { id } = await create(ENGRAVING);
    await emulator.pay(id, { card: 'visa', customFields: { engraving: 'For Ada' } });
    const former = await createFormerClient(emulator, 11).checkout.sessions.retrieve(id);
    const { custom_fields } = await stripe.checkout.sessions.retrieve(id);
    expect(former.custom_fields).toEqual(custom_fields);
  });
});
