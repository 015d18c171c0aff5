import type { CallAnswer } from '@outharbor/contract/schemas';
import { deleteUser } from '../account-deletion/delete-user.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors/app-error.ts';
import type { SignedIn } from '../gateways/identity.ts';
import { type AccountDeps, readAccount } from '../subscriptions/billing-record.ts';
import { canCharge } from '../subscriptions/decide-plan.ts';
import { findCustomers, findEveryCustomer } from '../subscriptions/read-payments.ts';
import { trySyncEmail } from './sync-email.ts';

/** The current plan and all receipts, including those of ended subscriptions. */
export async function readOverview(deps: AccountDeps, user: SignedIn): Promise<CallAnswer<'account'>> {
  const state = await readAccount(deps, user);
  const { planType, subscriptionId } = state;
  const [current, customers] = await Promise.all([
    planType && subscriptionId ? deps.payments.describePlan(subscriptionId, user.uid) : undefined,
    findCustomers(deps, state, user),
    // People return to this page after changing their address.
    trySyncEmail(deps, user.uid),
  ]);
  const [stored] = customers;
  const [credit, ...lists] = await Promise.all([
    stored === undefined ? undefined : deps.payments.readCredit(stored, user.uid),
    ...customers.map((customer) => deps.payments.listReceipts(customer, user.uid)),
  ]);
  const receipts = lists.flat().toSorted((one, other) => other.created - one.created);
  // It may have ended a moment ago; its event is on its way.
  const plan = current && canCharge(current.subscription) ? current.plan : undefined;
  return { ...(plan && { plan }), receipts, ...(credit && { credit }) };
}

/** Undoes a cancellation while the plan is still running; no effect on a plan that was not cancelled. */
export async function keepPlan(deps: AccountDeps, user: SignedIn): Promise<CallAnswer<'keepPlan'>> {
  const { subscriptionId } = await readAccount(deps, user);
  if (subscriptionId === undefined) throw new AppError('no_subscription');
  const outcome = await deps.payments.keepSubscription(subscriptionId, user.uid);
  const { planType } = await deps.synchronisePlan(user.uid);
  if (planType === undefined) throw new AppError('subscription_ended');
  // It ends because the operator has scheduled it.
  if (outcome === 'ended') throw new AppError('plan_managed');
  return { planType };
}

/** Revokes all sign-ins and notifies open pages. */
export async function signOutEverywhere(
  deps: AccountDeps,
  user: SignedIn,
): Promise<CallAnswer<'signOutEverywhere'>> {
  await readAccount(deps, user);
  await deps.identity.endSessions(user.uid);
  await deps.ledger.announceSignOut(user.uid, Math.floor(Date.now() / 1000));
  return { signedOut: true };
}

/** Exports all data held about a person, by the site and by both providers. */
export async function exportAccount(deps: AccountDeps, user: SignedIn): Promise<CallAnswer<'exportAccount'>> {
  await readAccount(deps, user);
  const [identity = {}, profile, billing, customers] = await Promise.all([
    deps.identity.describe(user.uid),
    deps.ledger.readProfile(user.uid),
    deps.ledger.readBilling(user.uid),
    findEveryCustomer(deps, user.uid),
  ]);
  const found = await Promise.all(
    customers.map((customer) => deps.payments.exportCustomer(customer, user.uid)),
  );
  const payments = found.filter((customer) => customer !== undefined);
  return { exportedAt: new Date().toISOString(), identity, profile, billing, payments };
}

/** Seconds after sign-in during which deletion is allowed, as in Firebase's own account deletion. */
const RECENT = 300;

/** Deletes the account; requires a recent sign-in. */
export async function deleteAccount(
  deps: AccountDeps & Pick<Context, 'metrics'>,
  user: SignedIn,
): Promise<CallAnswer<'deleteAccount'>> {
  await deps.identity.requireCurrent(user);
  if (user.signInAge > RECENT) throw new AppError('password_needed');
  await deleteUser(deps, user.uid);
  return { deleted: true };
}
