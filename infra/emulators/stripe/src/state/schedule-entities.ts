import type { Metadata } from './catalogue-entities.ts';
import type { DiscountRequest } from './discount-entities.ts';

export interface PhaseItem {
  readonly price: string;
  readonly quantity: number;
  readonly metadata: Metadata;
  /** Override the phase's tax rates. */
  readonly taxRates?: readonly string[];
}

/** Added to the next invoice on top of the recurring items. */
export interface OneTimeItem {
  readonly price: string;
  readonly quantity: number;
  readonly discountable: boolean;
  readonly metadata: Metadata;
  /** Override the subscription's tax rates. */
  readonly taxRates?: readonly string[];
}

/** The subscription's settings from `startDate` to `endDate`, in Unix seconds. */
export interface SchedulePhase {
  readonly startDate: number;
  readonly endDate: number;
  readonly items: readonly PhaseItem[];
  readonly billingCycleAnchor: 'automatic' | 'phase_start' | null;
  readonly currency: string;
  readonly defaultPaymentMethod: string | null;
  readonly defaultTaxRates?: readonly string[];
  readonly description: string | null;
  /** Replace the discounts of the previous phase. */
  readonly discounts: readonly DiscountRequest[];
  /** An empty value removes the key from the subscription. */
  readonly metadata: Metadata;
  readonly prorationBehavior: 'always_invoice' | 'create_prorations' | 'none';
  readonly trialEnd: number | null;
  /** Added to the first invoice of the phase. */
  readonly oneTimeItems?: readonly OneTimeItem[];
}

export type ScheduleStatus = 'active' | 'canceled' | 'completed' | 'not_started' | 'released';

export interface SubscriptionSchedule {
  readonly id: string;
  readonly created: number;
  readonly customer: string;
  readonly status: ScheduleStatus;
  /** Null before the start and after release. */
  readonly subscription: string | null;
  readonly releasedSubscription: string | null;
  readonly endBehavior: 'cancel' | 'release';
  /** Contiguous: each starts where the previous one ends. */
  readonly phases: readonly SchedulePhase[];
  /** Index of the current phase; null outside all phases. */
  readonly currentPhase: number | null;
  readonly endAnnounced: boolean;
  readonly canceledAt: number | null;
  readonly completedAt: number | null;
  readonly releasedAt: number | null;
  readonly defaultPaymentMethod: string | null;
  readonly testClock: string | null;
  readonly metadata: Metadata;
  /** True if a customer requested it in the portal, where they can also cancel it. */
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

/** When the "expiring soon" event is due; null once sent. */
export function endAnnouncement(schedule: SubscriptionSchedule): number | null {
  return schedule.endAnnounced ? null : endOf(schedule) - ANNOUNCED_BEFORE;
}

/** When the schedule next starts, changes phase or ends; null if it is finished. */
export function scheduleDueAt(schedule: SubscriptionSchedule): number | null {
  if (!isRunning(schedule)) return null;
  if (schedule.status === 'not_started') return schedule.phases[0]?.startDate ?? null;
  const never = Number.POSITIVE_INFINITY;
  return Math.min(phaseOf(schedule)?.endDate ?? never, endAnnouncement(schedule) ?? never);
}
