import type { Context, PlanOutcome } from '../context.ts';
import type { WebhookEvent } from '../gateways/payments.ts';
import { handleWebhook } from '../webhooks/handle-webhook.ts';
import { HANDLED_EVENTS } from '../webhooks/plan-events.ts';
import { repairEach } from './repair-each.ts';

export type RecoveryDeps = Pick<
  Context,
  'config' | 'payments' | 'ledger' | 'identity' | 'synchronisePlan' | 'logger' | 'metrics'
>;

const DAY = 24 * 3600;
/** An event may appear in the list after a slightly newer one. */
const OVERLAP_SECONDS = 300;

/**
 * Passes events since the last run to the webhook handler. This covers lost deliveries, and everything since
 * a restored backup was taken, because progress is stored in the backup.
 * The next run resumes at `until`, in Unix seconds.
 */
export async function recoverEvents(deps: RecoveryDeps, since: number | undefined, stop?: AbortSignal) {
  const from = Math.max((since ?? 0) - OVERLAP_SECONDS, 0);
  const events = await deps.payments.listEvents(HANDLED_EVENTS, from);
  const subjects = newestOfEach(events)
    .filter(
      ({ uid, formerUid, dispute, refund, isPayers, malformed }) =>
        uid ?? formerUid ?? dispute ?? refund ?? malformed ?? isPayers,
    )
    .map((event) => ({ uid: event.uid, event }));
  const { report, remaining } = await repairEach(
    deps,
    subjects,
    ({ event }): Promise<PlanOutcome['effect']> => replayEvent(deps, event),
    stop,
  );
  // Failed subjects are retried, but only for a day: the nightly walk finds them too.
  const newest = events.findLast(({ malformed }) => malformed === undefined)?.created ?? since;
  const firstRemaining = Math.min(...remaining.map(({ event }) => event.created));
  const until = newest === undefined ? undefined : Math.max(Math.min(newest, firstRemaining), newest - DAY);
  return { report: { ...report, events: events.length }, until };
}

/** Events only signal a change, so one per subject is enough; but only its own says that a pause was ended. */
function newestOfEach(events: readonly WebhookEvent[]): WebhookEvent[] {
  const hasSubscription = (event: WebhookEvent) =>
    event.subscription !== undefined || event.subscriptionId === undefined;
  const newest = new Map<string, WebhookEvent>();
  for (const event of events) {
    const subject = event.subscriptionId ?? event.dispute?.id ?? event.refund?.id ?? event.id;
    const key = `${subject} ${event.stalePauseMark}`;
    const known = newest.get(key);
    if (known === undefined || hasSubscription(event) || !hasSubscription(known)) newest.set(key, event);
  }
  return [...newest.values()];
}

async function replayEvent(deps: RecoveryDeps, event: WebhookEvent): Promise<PlanOutcome['effect']> {
  if (event.malformed !== undefined) throw event.malformed;
  const handled = await handleWebhook(deps, event);
  return handled === 'changed' || handled === 'no_account' ? handled : 'nothing';
}
