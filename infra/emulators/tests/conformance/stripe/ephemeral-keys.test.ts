import { expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { readRejection } from '../../support/stripe/rejection.ts';

const { stripe } = createWorld();
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
  const create = (customer: string) => readRejection(ephemeralKeys.create({ customer }, OF_APP));
  expect(await create('cus_unknown')).toMatchObject({ code: 'resource_missing', param: 'customer' });
});
