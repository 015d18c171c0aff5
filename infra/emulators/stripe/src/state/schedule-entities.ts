import type { Metadata } from './catalogue-entities.ts';
import type { WantedDiscount } from './discount-entities.ts';

export interface PhaseItem {
  readonly price: string;
  readonly quantity: number;
  readonly metadata: Metadata;
  /** Before those of the phase. */
  readonly taxRates?: readonly string[];
}

/** What the next invoice has besides the periods. */
export interface OneTimeItem {
  readonly price: string;
  readonly quantity: number;
  readonly discountable: boolean;
  readonly metadata: Metadata;
  /** Before those of the subscription. */
  readonly taxRates?: readonly string[];
}

/** What a subscription is from `startDate` to `endDate`, in Unix seconds. */
export interface SchedulePhase {
  readonly startDate: number;
  readonly endDate: number;
  readonly items: readonly PhaseItem[];
  readonly billingCycleAnchor: 'automatic' | 'phase_start' | null;
  readonly currency: string;
  readonly defaultPaymentMethod: string | null;
  /** What the subscription has in this phase. */
  readonly defaultTaxRates?: readonly string[];
  readonly description: string | null;
  /** What the subscription has in this phase; others that it has had end with the phase before. */
  readonly discounts: readonly WantedDiscount[];
  /** An empty value takes the key away from the subscription. */
  readonly metadata: Metadata;
  readonly prorationBehavior: 'always_invoice' | 'create_prorations' | 'none';
  readonly trialEnd: number | null;
  /** Put on the first invoice after the phase has begun. */
  readonly oneTimeItems?: readonly OneTimeItem[];
}

export type ScheduleStatus = 'active' | 'canceled' | 'completed' | 'not_started' | 'released';

export interface SubscriptionSchedule {
  readonly id: string;
  readonly created: number;
  readonly customer: string;
  readonly status: ScheduleStatus;
  /** Null before it has begun and once it is released. */
  readonly subscription: string | null;
  readonly releasedSubscription: string | null;
  readonly endBehavior: 'cancel' | 'release';
  /** Without gaps: each begins where the one before ends. */
  readonly phases: readonly SchedulePhase[];
  /** The position of the phase that it is in; null while it is in none. */
  readonly currentPhase: number | null;
  /** Whether the event that it ends soon has been sent. */
  readonly endAnnounced: boolean;
  readonly canceledAt: number | null;
  readonly completedAt: number | null;
  readonly releasedAt: number | null;
  readonly defaultPaymentMethod: string | null;
  readonly testClock: string | null;
  readonly metadata: Metadata;
  /** Whether a customer has asked for it in the portal, who may take it back there. */
  readonly byPortal?: boolean;
}

const ANNOUNCED_BEFORE = 7 * 86_400;

export function isRunning({ status }: SubscriptionSchedule): boolean {
  return status === 'active' || status === 'not_started';
}

export function phaseOf({ phases, currentPhase }: SubscriptionSchedule): SchedulePhase | undefined {
  return currentPhase === null ? undefined : phases[currentPhase];
}

export function endOf({ phases }: SubscriptionSchedule): number {
  return phases.at(-1)?.endDate ?? Number.POSITIVE_INFINITY;
}

/** When the event that it ends soon is due; null once it has been sent. */
export function endAnnouncement(schedule: SubscriptionSchedule): number | null {
  return schedule.endAnnounced ? null : endOf(schedule) - ANNOUNCED_BEFORE;
}

/** When it begins, goes on to its next phase or ends; null when nothing will happen to it any more. */
export function scheduleDueAt(schedule: SubscriptionSchedule): number | null {
  if (!isRunning(schedule)) return null;
  if (schedule.status === 'not_started') return schedule.phases[0]?.startDate ?? null;
  const never = Number.POSITIVE_INFINITY;
  return Math.min(phaseOf(schedule)?.endDate ?? never, endAnnouncement(schedule) ?? never);
}
