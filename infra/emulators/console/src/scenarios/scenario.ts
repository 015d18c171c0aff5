import type { ServiceName } from '../rows.ts';
import type { ConsoleTargets } from '../targets/console-targets.ts';

/** The current state of what a person's scenarios act on. */
export interface Subject {
  readonly name: string;
  readonly email: string;
  readonly uid: string | null;
  readonly disabled: boolean;
  readonly customer: string | null;
  /** A subscription that has not ended. */
  readonly subscription: string | null;
  /** Unix seconds. */
  readonly periodEnd: number | null;
  readonly cancels: boolean;
  /** The newest charge that was paid, and neither refunded nor disputed. */
  readonly charge: { readonly id: string; readonly amount: number } | null;
  /** The invitee id of the next call. */
  readonly booking: string | null;
}

type Lack = 'account' | 'customer' | 'subscription' | 'charge' | 'booking';

export interface PersonScenario {
  readonly id: string;
  readonly title: string;
  readonly explains: string;
  readonly object: 'Card' | 'Subscription' | 'Payment' | 'Account' | 'Call';
  /** What to ask before something that takes money or cannot be undone. */
  readonly asks?: string;
  readonly needs: Lack;
  /** Resolves with a sentence that describes the result. */
  readonly start: (targets: ConsoleTargets, subject: Subject) => Promise<string>;
  readonly code: (subject: Subject) => string;
}

/** Lasting conditions in the emulators, whoever began them. */
export interface Conditions {
  readonly stripeFaults: Awaited<ReturnType<ConsoleTargets['stripe']['faults']>>;
  readonly schedulingFaults: Awaited<ReturnType<ConsoleTargets['scheduling']['faults']>>;
  readonly plan: Awaited<ReturnType<ConsoleTargets['stripe']['planDeliveries']>>;
  /** Null while events are kept for good. */
  readonly eventDays: number | null;
  readonly answerDelayMs: number;
  readonly rejectWrites: boolean;
}

export interface StackScenario {
  readonly id: string;
  /** The service whose control interface it needs. */
  readonly service: ServiceName;
  readonly title: string;
  readonly explains: string;
  readonly start: (targets: ConsoleTargets) => Promise<unknown>;
  readonly end: (targets: ConsoleTargets) => Promise<unknown>;
  readonly holds: (conditions: Conditions) => boolean;
  readonly code: string;
}

const LACKS: Readonly<Record<Lack, readonly [(subject: Subject) => boolean, string]>> = {
  account: [({ uid }) => uid !== null, 'There is no account.'],
  customer: [({ customer }) => customer !== null, 'There is no Stripe customer yet.'],
  subscription: [({ subscription }) => subscription !== null, 'There is no running subscription.'],
  charge: [({ charge }) => charge !== null, 'Nothing was paid that could be returned.'],
  booking: [({ booking }) => booking !== null, 'There is no booked call.'],
};

/** Why the scenario cannot start; null when it can. */
export function findLack({ needs }: Pick<PersonScenario, 'needs'>, subject: Subject): string | null {
  const [isMet, lack] = LACKS[needs];
  return isMet(subject) ? null : lack;
}
