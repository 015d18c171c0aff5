import type { Context } from '../context.ts';
import type { BillingState } from '../gateways/billing-ledger.ts';
import type { Unsettled } from '../gateways/payment-gateway.ts';
import { independentSteps } from '../reconciler/independent-steps.ts';
import { changeBilling } from '../subscriptions/change-billing.ts';
import { decidePlan } from '../subscriptions/decide-plan.ts';
import { expireOpenSessions } from '../subscriptions/expire-open-sessions.ts';
import { storedCustomer } from '../subscriptions/known-customers.ts';
import { refundsDue } from '../subscriptions/plan-writer.ts';
import { retireDuplicates } from '../subscriptions/retire-duplicates.ts';

export type LeavingDeps = Pick<Context, 'payments' | 'ledger' | 'identity' | 'logger' | 'metrics'>;

/** Every step is repeatable and resumes from the mark. The record goes last: open pages watch it. */
export async function leave(deps: LeavingDeps, uid: string): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const { after } = await changeBilling(deps.ledger, uid, async ({ leaving, left }) =>
    leaving === undefined && left === undefined
      ? { change: { leaving: now }, result: undefined }
      : { result: undefined },
  );
  if (after.left === undefined) {
    const customers = await everyCustomerOf(deps, uid);
    await expireOpenSessions(deps, customers);
    const refundDue = await returnSecondPayments(deps, uid, customers, after);
    if (refundDue !== after.refundDue) {
      await changeBilling(deps.ledger, uid, async () => ({
        change: { refundDue: refundDue ?? null },
        result: undefined,
      }));
    }
    await independentSteps(
      customers.map((customer) => async () => {
        reportUnsettled(deps, uid, customer, await deps.payments.deleteCustomer(customer));
      }),
    );
  }
  await deps.identity.deleteAccount(uid);
  await changeBilling(deps.ledger, uid, async ({ left, refundDue }) =>
    left === undefined ? { change: { left: now, refundDue }, result: undefined } : { result: undefined },
  );
  deps.logger.info({ uid }, 'account deleted');
}

/** As long as the customers exist, which is where they are found. Returns the refunds that are still due. */
async function returnSecondPayments(
  deps: LeavingDeps,
  uid: string,
  customers: readonly string[],
  { refundDue }: BillingState,
): Promise<string | undefined> {
  const lists = await Promise.all(customers.map((customer) => deps.payments.listSubscriptions(customer)));
  const seen = lists.flat().filter((subscription) => subscription.uid === uid);
  const due = await refundsDue(deps, uid, refundDue, seen);
  const { kept, surplus } = decidePlan([...seen, ...due]);
  return retireDuplicates(deps, uid, kept?.id, surplus);
}

/** The person is gone, so only the operator can settle it. */
function reportUnsettled(
  { logger, metrics }: LeavingDeps,
  uid: string,
  customer: string,
  { credit, otherSubscriptions }: Unsettled,
): void {
  if (credit !== undefined) {
    const alert = 'credit_not_paid_back';
    metrics.operatorTasks.inc({ task: alert });
    logger.error(
      { alert, uid, customer, ...credit },
      'a deleted account had credit that could not be paid back',
    );
  }
  if (otherSubscriptions.length > 0) {
    const alert = 'other_subscription_continues';
    metrics.operatorTasks.inc({ task: alert });
    const subscriptions = otherSubscriptions;
    logger.error({ alert, uid, customer, subscriptions }, 'subscriptions of other products go on charging');
  }
}

/** By every known reference: the ledger, the uid, the addresses of the account and of the record. */
async function everyCustomerOf(deps: LeavingDeps, uid: string): Promise<string[]> {
  const [state, { profile }, accounts] = await Promise.all([
    deps.ledger.read(uid),
    deps.ledger.readAll(uid),
    deps.identity.findAccounts([uid]),
  ]);
  const emails = new Set([accounts.get(uid)?.email, profile.email]);
  const found = await Promise.all([
    storedCustomer(deps, state),
    deps.payments.searchCustomers(uid),
    ...Array.from(emails, (email) =>
      typeof email === 'string' ? deps.payments.findCustomers({ uid, email }) : [],
    ),
  ]);
  return [...new Set(found.flat().filter((customer) => customer !== undefined))];
}
