import { setTimeout as pause } from 'node:timers/promises';
import type { PlanName } from '@outharbor/contract/plans';
import type { Context } from '../context.ts';
import { AppError } from '../errors/app-error.ts';
import type { BillingState } from '../gateways/billing-ledger.ts';
import { coalesce } from './coalesce.ts';
import { decidePlan, type PlanDecision } from './decide-plan.ts';
import { expireOpenSessions } from './expire-open-sessions.ts';
import { retireDuplicates } from './retire-duplicates.ts';

export interface PlanOutcome {
  readonly planType: PlanName | undefined;
  readonly subscriptionId: string | undefined;
}

/** Brings a user's plan in line with the payment provider and returns it. */
export type SynchronisePlan = (uid: string) => Promise<PlanOutcome>;

const MAX_ATTEMPTS = 12;
const NO_PLAN: PlanOutcome = { planType: undefined, subscriptionId: undefined };

/** The one writer of plans: success page, webhook and reconciler have no other way to change one. */
export function createPlanWriter(
  deps: Pick<Context, 'payments' | 'ledger' | 'logger' | 'metrics'>,
): SynchronisePlan {
  return coalesce((uid) => synchronise(deps, uid));
}

async function synchronise(
  deps: Pick<Context, 'payments' | 'ledger' | 'logger' | 'metrics'>,
  uid: string,
): Promise<PlanOutcome> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    // The revision is read before the provider: whoever wins the commit has the newest view.
    const state = await deps.ledger.read(uid);
    const { kept, surplus } = await currentDecision(deps, state);
    const outcome = kept === undefined ? NO_PLAN : { planType: kept.plan, subscriptionId: kept.id };
    const stored = await deps.ledger.commit(uid, state.revision, {
      planType: outcome.planType ?? null,
      subscriptionId: outcome.subscriptionId ?? null,
    });
    if (stored) {
      reportChange(deps, uid, state, outcome);
      await tidyUp(deps, uid, state, { kept, surplus });
      return outcome;
    }
    await pause(Math.random() * 20 * attempt);
  }
  throw new AppError('dependency_unavailable', { cause: new Error(`plan of ${uid} is written too often`) });
}

/** After the plan is written, so that a refund that fails keeps nobody from what was paid for. */
async function tidyUp(
  deps: Pick<Context, 'payments' | 'logger' | 'metrics'>,
  uid: string,
  { customerId, planType }: BillingState,
  { kept, surplus }: PlanDecision,
): Promise<void> {
  await retireDuplicates(deps, uid, kept?.id, surplus);
  const isNewSubscriber = planType === undefined && kept !== undefined;
  if (isNewSubscriber && customerId !== undefined) await expireOpenSessions(deps, customerId);
}

async function currentDecision(
  { payments }: Pick<Context, 'payments'>,
  { customerId }: BillingState,
): Promise<PlanDecision> {
  return decidePlan(customerId === undefined ? [] : await payments.listSubscriptions(customerId));
}

function reportChange(
  { logger, metrics }: Pick<Context, 'logger' | 'metrics'>,
  uid: string,
  before: BillingState,
  after: PlanOutcome,
): void {
  if (before.planType === after.planType) return;
  const change = { from: before.planType ?? 'none', to: after.planType ?? 'none' };
  metrics.planChanges.inc(change);
  logger.info({ uid, ...change, subscription: after.subscriptionId }, 'plan changed');
}
