import { Buffer } from 'node:buffer';
import type Stripe from 'stripe';
import { ACCOUNT_ID, type Context } from '../kinds/context.ts';
import { type Endpoint, post } from '../kinds/endpoint.ts';
import { newId } from '../kinds/objects.ts';
import { object } from '../kinds/params/composite.ts';
import { type ReadValue, text } from '../kinds/params/reader.ts';
import { randomText } from '../kinds/random-text.ts';
import { requireCustomer } from './customer.ts';

const PATH = '/v1/ephemeral_keys';
const LASTS_SECONDS = 60 * 60;

const createParams = object({ customer: text() });

export const ephemeralKeyEndpoints: readonly Endpoint[] = [post(PATH, createParams, create)];

/** What Stripe answers although its description lacks it. */
interface AssociatedObjects {
  readonly associated_objects: readonly { readonly id: string; readonly type: 'customer' }[];
}

function create(
  context: Context,
  params: ReadValue<typeof createParams>,
): Stripe.EphemeralKey & AssociatedObjects {
  const { id } = requireCustomer(context, params.customer, 'customer');
  const created = context.time.now();
  const secret = Buffer.from(`${ACCOUNT_ID},${randomText(32)}`).toString('base64url');
  return {
    id: newId('ephkey'),
    object: 'ephemeral_key',
    associated_objects: [{ id, type: 'customer' }],
    created,
    expires: created + LASTS_SECONDS,
    livemode: false,
    secret: `ek_test_${secret}`,
  };
}
