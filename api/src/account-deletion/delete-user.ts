import type { Context } from '../context.ts';
import { independentSteps } from '../errors/independent-steps.ts';
import { type BillingState, deletionStarted } from '../gateways/billing-state.ts';
import type { Subscription, Unsettled } from '../gateways/payments.ts';
import { tellOperator } from '../metrics/tell-operator.ts';
import { changeBilling } from '../subscriptions/billing-record.ts';
import { decidePlan, type PlanDecision } from '../subscriptions/decide-plan.ts';
import { settleDuplicates } from '../subscriptions/plan-writer.ts';
import {
  expireOpenSessions,
  findEveryCustomer,
  readDue,
  readPayments,
  readSubscriptions,
} from '../subscriptions/read-payments.ts';

export type DeletionDeps = Pick<Context, 'payments' | 'ledger' | 'identity' | 'logger' | 'metrics'>;

/** Every step is repeatable and resumes from the mark. The record goes last: open pages watch it. */
export async function deleteUser(deps: DeletionDeps, uid: string): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const { after } = await changeBilling(deps.ledger, uid, async (state) =>
    deletionStarted(state)
      ? { result: undefined }
      : {
          change: { deletionStartedAt: now, boughtBefore: await readBought(deps, uid) },
          result: undefined,
        },
  );
  if (after.deletedAt === undefined) {
    const customers = await findEveryCustomer(deps, uid);
    await expireOpenSessions(deps, uid, customers);
    await returnPayments(deps, uid, customers, after);
    await independentSteps(customers.map((customer) => () => removeCustomer(deps, uid, customer)));
  }
  await deps.identity.deleteAccount(uid);
  await changeBilling(deps.ledger, uid, async ({ deletedAt, refundDue }) =>
    deletedAt === undefined
      ? { change: { deletedAt: now, refundDue }, result: undefined }
      : { result: undefined },
  );
  deps.logger.info({ uid }, 'account deleted');
}

/** A deletion in a pass: one that fails stops no other, and the next pass retries it. */
export async function attemptDeletion(
  deps: DeletionDeps,
  uid: string,
  work = () => deleteUser(deps, uid),
): Promise<'done' | 'stuck'> {
  try {
    await work();
    return 'done';
  } catch (err) {
    const message = 'an account could not be deleted; the next pass will retry it';
    tellOperator(deps, 'deletion_stuck', { err, uid }, message);
    return 'stuck';
  }
}

/** Completes interrupted account deletions. Resolves with how many failed. */
export async function finishDeletions(deps: DeletionDeps): Promise<number> {
  let stuck = 0;
  for (const uid of await deps.ledger.readUnfinishedDeletions()) {
    if ((await attemptDeletion(deps, uid)) === 'stuck') stuck += 1;
  }
  return stuck;
}

/** Reports before it deletes: after that, an interrupted deletion would not find what is unsettled. */
export async function removeCustomer(
  deps: Pick<DeletionDeps, 'payments' | 'logger' | 'metrics'>,
  uid: string,
  customer: string,
): Promise<void> {
  const unsettled = await deps.payments.settleCustomer(customer, uid);
  reportUnsettled(deps, uid, customer, unsettled);
  if (unsettled.otherSubscriptions.length === 0) await deps.payments.deleteCustomer(customer, uid);
}

/** Must run before the customers are deleted, because their payments are found through them. */
async function returnPayments(
  deps: DeletionDeps,
  uid: string,
  customers: readonly string[],
  state: BillingState,
): Promise<void> {
  const { subscriptions } = await readPayments(deps, uid, customers, state);
  const due = await readDue(deps, uid, state.refundDue, subscriptions);
  const decision = decidePlan([...subscriptions, ...due]);
  const surplus = [...decision.surplus, ...boughtTooLate(state, decision)];
  await settleDuplicates(deps, uid, state, { ...decision, surplus });
}

/** Ids say what was bought before the deletion: the clocks of this machine and of the provider may differ. */
async function readBought(deps: DeletionDeps, uid: string): Promise<string> {
  const bought = await readSubscriptions(deps, uid, await findEveryCustomer(deps, uid));
  return bought.map(({ id }) => id).join(' ');
}

/** A payment page can stay open while the deletion waits for Stripe, and nothing was granted for it. */
function boughtTooLate(
  { subscriptionId, boughtBefore }: BillingState,
  { kept }: PlanDecision,
): Subscription[] {
  const isLate =
    kept?.soldHere &&
    kept.id !== subscriptionId &&
    boughtBefore !== undefined &&
    !boughtBefore.split(' ').includes(kept.id);
  return isLate ? [kept] : [];
}

/** The person is gone, so only the operator can settle it. */
function reportUnsettled(
  deps: Pick<DeletionDeps, 'logger' | 'metrics'>,
  uid: string,
  customer: string,
  { credit, otherSubscriptions }: Unsettled,
): void {
  if (credit !== undefined) {
    tellOperator(
      deps,
      'credit_not_paid_back',
      { uid, customer, ...credit },
      'a deleted account had credit that could not be paid back',
    );
  }
  if (otherSubscriptions.length > 0) {
    tellOperator(
      deps,
      'other_subscription_continues',
      { uid, customer, subscriptions: otherSubscriptions },
      'subscriptions of other products or people go on charging',
    );
  }
}
