import type Stripe from 'stripe';
import type { Credit, CustomerNotMade, MadeCustomer, NewCustomer, Person } from '../payment-gateway.ts';
import {
  isForbidden,
  isIdempotencyConflict,
  isMissingAtStripe,
  isRefusedByState,
  isReplayed,
  isReplayedFailure,
} from './errors.ts';
import { expectList, expectObject, ownerIn, ownerOfCustomer } from './mapping.ts';

/** Unlike searches, lists include objects created a moment ago. */
export async function findCustomers(
  stripe: Stripe,
  { uid, email }: Person,
  deployment: string,
): Promise<string[]> {
  if (email === undefined) return [];
  const page = await stripe.customers.list({ email, limit: 100 });
  return expectList(page)
    .filter(({ metadata }) => ownerIn(metadata, deployment) === uid)
    .map(({ id }) => id);
}

export async function searchCustomers(stripe: Stripe, uid: string, deployment: string): Promise<string[]> {
  const query = `metadata['uid']:'${uid}' AND metadata['deployment']:'${deployment}'`;
  try {
    const page = await stripe.customers.search({ query, limit: 100 });
    return expectList(page).map(({ id }) => id);
  } catch (error) {
    // Accounts in India cannot search, nor can a restricted key without the permission. Lists by e-mail address remain.
    if (isForbidden(error) || isRefusedByState(error)) return [];
    throw error;
  }
}

export async function createCustomer(
  stripe: Stripe,
  { uid, email, name, key }: NewCustomer,
  deployment: string,
): Promise<MadeCustomer | CustomerNotMade> {
  try {
    const created = await stripe.customers.create(
      { metadata: { uid, deployment }, ...(email && { email }), ...(name && { name }) },
      { idempotencyKey: `customer-${deployment}-${key}` },
    );
    return { id: expectObject(created, 'customer').id, isNew: !isReplayed(created.lastResponse.headers) };
  } catch (error) {
    if (isIdempotencyConflict(error)) return 'in_progress';
    if (isReplayedFailure(error)) return 'failed_before';
    throw error;
  }
}

export async function ownerOf(stripe: Stripe, id: string, deployment: string): Promise<string | undefined> {
  try {
    return ownerOfCustomer(await stripe.customers.retrieve(id), deployment);
  } catch (error) {
    if (isMissingAtStripe(error)) return undefined;
    throw error;
  }
}

/** At Stripe a credit is a negative balance. */
export async function creditOf(stripe: Stripe, id: string): Promise<Credit | undefined> {
  try {
    const customer = await stripe.customers.retrieve(id);
    if (customer.deleted || customer.balance >= 0) return undefined;
    return { amount: -customer.balance, currency: customer.currency ?? '' };
  } catch (error) {
    if (isMissingAtStripe(error)) return undefined;
    throw error;
  }
}

export async function changeCustomerEmail(stripe: Stripe, id: string, email: string): Promise<void> {
  try {
    expectObject(await stripe.customers.update(id, { email }), 'customer');
  } catch (error) {
    if (!isMissingAtStripe(error)) throw error;
  }
}

/** A response that only looks like a session may lack a URL. */
export function addressOf({ url }: { readonly url: string | null }): string {
  if (url) return url;
  throw new Error('the response has no url');
}
