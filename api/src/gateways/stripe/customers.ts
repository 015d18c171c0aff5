import Stripe from 'stripe';
import type { Person } from '../payments.ts';
import type { StripeContext } from './client.ts';
import {
  isForbidden,
  isKeyInUse,
  isKeyUsed,
  isMissingAtStripe,
  isRejectedByState,
  isRejectedEmail,
  orElse,
} from './errors.ts';
import { listAll, mayBeOf, ownerIn } from './mapping.ts';

export async function ping({ stripe, timeoutMs }: StripeContext): Promise<void> {
  const options = { maxNetworkRetries: 0, timeout: Math.min(timeoutMs, 2000) };
  await stripe.prices.list({ limit: 1 }, options);
}

/** Lists by e-mail address. Unlike a search, a list includes objects created a moment ago. */
export async function findCustomers(
  { stripe, deployment }: StripeContext,
  { uid, email }: Person,
): Promise<string[]> {
  if (email === undefined) return [];
  const all = await listAll(stripe.customers.list({ email, limit: 100 }));
  return all.filter(({ metadata }) => ownerIn(metadata, deployment) === uid).map(({ id }) => id);
}

/**
 * Searches by uid; may lack customers created in the last minute. Undefined on an account that cannot search, as in
 * India, or for a restricted key without the permission. Lists by e-mail address remain.
 */
export async function searchCustomers(
  { stripe, deployment }: StripeContext,
  uid: string,
): Promise<string[] | undefined> {
  const query = `metadata['uid']:'${uid}' AND metadata['deployment']:'${deployment}'`;
  try {
    const all = await listAll(stripe.customers.search({ query, limit: 100 }));
    return all.map(({ id }) => id);
  } catch (error) {
    if (isForbidden(error) || isRejectedByState(error)) return undefined;
    throw error;
  }
}

export const canSearchCustomers = async (context: StripeContext): Promise<boolean> =>
  (await searchCustomers(context, 'nobody')) !== undefined;

interface NewCustomer extends Person {
  readonly name: string | undefined;
  /** Idempotency key. The provider replays its first response for a day. */
  readonly key: string;
}

/**
 * `isNew`: if not, an earlier call with the key created it, and it may already have bought something. `key_used`: by a call
 * with another name or address. `failed_before`: a replay, so the state is unknown.
 */
export async function createCustomer(
  { stripe, deployment }: StripeContext,
  { uid, email, name, key }: NewCustomer,
): Promise<{ readonly id: string; readonly isNew: boolean } | 'in_progress' | 'key_used' | 'failed_before'> {
  const idempotencyKey = `customer-${deployment}-${key}`;
  const params = { metadata: { uid, deployment }, ...(name && { name }) };
  try {
    const created = await stripe.customers
      .create({ ...params, ...(email && { email }) }, { idempotencyKey })
      // Firebase accepts addresses that Stripe does not.
      .catch((error: unknown) => {
        if (!isRejectedEmail(error)) throw error;
        return stripe.customers.create(params, { idempotencyKey: `${idempotencyKey}-no-email` });
      });
    return { id: created.id, isNew: !isReplayed(created.lastResponse.headers) };
  } catch (error) {
    if (isKeyInUse(error)) return 'in_progress';
    if (isKeyUsed(error)) return 'key_used';
    if (isReplayedFailure(error)) return 'failed_before';
    throw error;
  }
}

/** Returns undefined if the customer was deleted, or is of another account. */
async function retrieveCustomer({ stripe }: StripeContext, id: string): Promise<Stripe.Customer | undefined> {
  return orElse(isMissingAtStripe, undefined, async () => {
    const customer = await stripe.customers.retrieve(id);
    return customer.deleted ? undefined : customer;
  });
}

/**
 * Undefined if the customer was deleted, or names another person or deployment. One that names nobody belongs to
 * whoever is known to use it.
 */
export async function retrieveOwnCustomer(
  context: StripeContext,
  id: string,
  uid: string,
): Promise<Stripe.Customer | undefined> {
  const customer = await retrieveCustomer(context, id);
  return mayBeOf(uid, customer?.metadata, context.deployment) ? customer : undefined;
}

/** No effect on a customer that was deleted or belongs to another person, nor if Stripe accepts no such address. */
export async function changeCustomerEmail(
  context: StripeContext,
  id: string,
  uid: string,
  email: string,
): Promise<void> {
  if ((await retrieveOwnCustomer(context, id, uid)) === undefined) return;
  try {
    await context.stripe.customers.update(id, { email });
  } catch (error) {
    if (!isMissingAtStripe(error) && !isRejectedEmail(error)) throw error;
  }
}

/** A response has the headers of `fetch`, whatever the SDK's types say, and an error has an object. */
function isReplayed(headers: Headers | Readonly<Record<string, string>> | undefined): boolean {
  const name = 'idempotent-replayed';
  return (headers instanceof Headers ? headers.get(name) : headers?.[name]) === 'true';
}

function isReplayedFailure(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500 && isReplayed(error.headers)
  );
}
