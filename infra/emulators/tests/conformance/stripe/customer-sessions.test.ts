import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const { stripe } = createWorld();

describe('a customer session', () => {
  it('names what each enabled component may do, for half an hour', async () => {
    const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
    const features = { payment_method_redisplay: 'enabled', payment_method_save: 'enabled' } as const;
    const session = await stripe.customerSessions.create({
      customer,
      components: { payment_element: { enabled: true, features }, pricing_table: { enabled: true } },
    });
    expect(session).toMatchObject({
      object: 'customer_session',
      client_secret: expect.stringMatching(/^cuss_secret_/),
      customer,
      components: {
        buy_button: { enabled: false },
        customer_sheet: { enabled: false, features: null },
        payment_element: {
          enabled: true,
          features: {
            ...features,
            payment_method_allow_redisplay_filters: ['always'],
            payment_method_redisplay_limit: 3,
            payment_method_remove: 'disabled',
            payment_method_save_usage: null,
          },
        },
        pricing_table: { enabled: true },
      },
    });
    expect(session.expires_at - session.created).toBe(1800);
  });

  it('needs a customer and an enabled component', async () => {
    const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
    const { customerSessions } = stripe;
    const components = { pricing_table: { enabled: true } };
    await expectRejection(customerSessions.create({ customer: 'cus_none', components }), {
      code: 'resource_missing',
      param: 'customer',
    });
    const none = { pricing_table: { enabled: false } };
    await expectInvalid(customerSessions.create({ customer, components: none }), 'components');
  });
});

/** The SDK demands the version of the app that gets the key. */
const OF_APP = { apiVersion: '2024-06-20' };

it('an ephemeral key belongs to a customer for an hour', async () => {
  const { id: customer } = await stripe.customers.create({ name: 'Ada Okafor' });
  const key = await stripe.ephemeralKeys.create({ customer }, OF_APP);
  expect(key).toMatchObject({
    id: expect.stringMatching(/^ephkey_/),
    object: 'ephemeral_key',
    associated_objects: [{ id: customer, type: 'customer' }],
    livemode: false,
    secret: expect.stringMatching(/^ek_test_/),
  });
  expect(key.expires - key.created).toBe(3600);
});

it('an ephemeral key needs a customer that exists', async () => {
  const { ephemeralKeys } = stripe;
  const create = (customer: string) => ephemeralKeys.create({ customer }, OF_APP);
  await expectRejection(create('cus_unknown'), { code: 'resource_missing', param: 'customer' });
});
