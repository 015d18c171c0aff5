import type { Context } from '../context.ts';
import type { WebhookEvent } from '../gateways/payment-gateway.ts';
import type { PlanOutcome } from '../subscriptions/plan-writer.ts';
import { handleWebhook } from '../webhooks/handle-webhook.ts';
import { HANDLED_EVENTS } from '../webhooks/plan-events.ts';
import type { ReconcilerReport } from './reconciler-report.ts';
import { repairEach } from './repair-each.ts';

export type RecoveryDeps = Pick<
  Context,
  'config' | 'payments' | 'ledger' | 'identity' | 'synchronisePlan' | 'logger' | 'metrics'
>;

const DAY = 24 * 3600;
/** The provider keeps events for 30 days. */
const KEPT_SECONDS = 30 * DAY;
/** An event may show up in the list after one that is a little younger. */
const OVERLAP_SECONDS = 300;

export interface Recovery {
  readonly report: ReconcilerReport;
  /** Where to go on; Unix seconds. */
  readonly until: number | undefined;
}

/**
 * Takes what happened at the provider since the last time to the webhook's own handler: deliveries that were lost,
 * and everything since a backup that was restored, because the backup remembers how far this had come.
 */
export async function recoverEvents(
  deps: RecoveryDeps,
  since: number | undefined,
  nowSeconds: number,
  stop?: AbortSignal,
): Promise<Recovery> {
  const from = Math.max((since ?? 0) - OVERLAP_SECONDS, Math.floor(nowSeconds) - KEPT_SECONDS);
  const events = await deps.payments.listEvents(HANDLED_EVENTS, from);
  const subjects = newestOfEach(events).flatMap((event) =>
    event.uid === undefined && event.dispute === undefined ? [] : [{ uid: event.uid, event }],
  );
  const { report, left } = await repairEach(
    deps,
    subjects,
    ({ event }): Promise<PlanOutcome['did']> => didOf(deps, event),
    stop,
  );
  // What is left is tried again, but for a day only: the nightly walk finds it too.
  const newest = events.at(-1)?.created ?? since;
  const firstLeft = Math.min(...left.map(({ event }) => event.created));
  const until = newest === undefined ? undefined : Math.max(Math.min(newest, firstLeft), newest - DAY);
  return { report: { ...report, events: events.length }, until };
}

/** Events say that something changed, not what, so one of each subscription or dispute is enough. */
function newestOfEach(events: readonly WebhookEvent[]): WebhookEvent[] {
  const tells = (event: WebhookEvent) =>
    event.subscription !== undefined || event.subscriptionId === undefined;
  const newest = new Map<string, WebhookEvent>();
  for (const event of events) {
    const key = event.subscriptionId ?? event.dispute?.id ?? event.id;
    const known = newest.get(key);
    if (known === undefined || tells(event) || !tells(known)) newest.set(key, event);
  }
  return [...newest.values()];
}

async function didOf(deps: RecoveryDeps, event: WebhookEvent): Promise<PlanOutcome['did']> {
  const handled = await handleWebhook(deps, event);
  return handled === 'changed' || handled === 'no_account' ? handled : 'nothing';
}
