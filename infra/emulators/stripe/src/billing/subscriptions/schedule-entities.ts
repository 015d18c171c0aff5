import type { DiscountRequest } from '../../catalogue/discount-entities.ts';
import type { Labelled, Metadata } from '../../kinds/store/entity.ts';
import type { FlexibleMode } from './billing-mode.ts';

export interface PhaseItem {
  readonly price: string;
  readonly quantity: number;
  readonly metadata: Metadata;
  readonly taxRates?: readonly string[];
  /** They replace those of the previous phase; absent in state saved by earlier versions. */
  readonly discounts?: readonly DiscountRequest[];
}

export interface OneTimeItem {
  readonly price: string;
  readonly quantity: number;
  readonly discountable: boolean;
  readonly metadata: Metadata;
  readonly taxRates?: readonly string[];
}

/** In force from `startDate` to `endDate`, in Unix seconds. */
export interface SchedulePhase {
  readonly startDate: number;
  readonly endDate: number;
  readonly items: readonly PhaseItem[];
  readonly billingCycleAnchor: 'automatic' | 'phase_start' | null;
  readonly currency: string;
  readonly defaultPaymentMethod: string | null;
  readonly defaultTaxRates?: readonly string[];
  readonly description: string | null;
  /** Replace those of the previous phase. */
  readonly discounts: readonly DiscountRequest[];
  /** An empty value removes the key from the subscription. */
  readonly metadata: Metadata;
  readonly prorationBehavior: 'always_invoice' | 'create_prorations' | 'none';
  readonly trialEnd: number | null;
  readonly oneTimeItems?: readonly OneTimeItem[];
}

type ScheduleStatus = 'active' | 'canceled' | 'completed' | 'not_started' | 'released';

export interface SubscriptionSchedule extends Labelled {
  readonly customer: string;
  readonly status: ScheduleStatus;
  /** Null before the start and after release. */
  readonly subscription: string | null;
  readonly releasedSubscription: string | null;
  readonly endBehavior: 'cancel' | 'release';
  /** Contiguous: each starts where the previous one ends. */
  readonly phases: readonly SchedulePhase[];
  /** Null outside all phases. */
  readonly currentPhase: number | null;
  readonly endAnnounced: boolean;
  readonly canceledAt: number | null;
  readonly completedAt: number | null;
  readonly releasedAt: number | null;
  readonly defaultPaymentMethod: string | null;
  readonly testClock: string | null;
  readonly flexible?: FlexibleMode;
  readonly byPortal?: boolean;
}

const ANNOUNCED_BEFORE = 7 * 86_400;

export function isRunning({ status }: SubscriptionSchedule): boolean {
  return status === 'active' || status === 'not_started';
}

export function findCurrentPhase({ phases, currentPhase }: SubscriptionSchedule): SchedulePhase | undefined {
  return currentPhase === null ? undefined : phases[currentPhase];
}

function scheduleEnd({ phases }: SubscriptionSchedule): number {
  return phases.at(-1)?.endDate ?? Number.POSITIVE_INFINITY;
}

export function endAnnouncement(schedule: SubscriptionSchedule): number | null {
  return schedule.endAnnounced ? null : scheduleEnd(schedule) - ANNOUNCED_BEFORE;
}

export function scheduleDueAt(schedule: SubscriptionSchedule): number | null {
  if (!isRunning(schedule)) return null;
  if (schedule.status === 'not_started') return schedule.phases[0]?.startDate ?? null;
  const never = Number.POSITIVE_INFINITY;
  return Math.min(findCurrentPhase(schedule)?.endDate ?? never, endAnnouncement(schedule) ?? never);
}
