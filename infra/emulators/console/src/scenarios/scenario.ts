import type { ServiceName } from '../rows.ts';
import type { ConsoleTargets } from '../targets/console-targets.ts';
import type { Conditions } from './conditions.ts';
import type { Subject } from './subject.ts';

export interface PersonScenario {
  readonly id: string;
  readonly title: string;
  readonly explains: string;
  readonly object: 'Card' | 'Subscription' | 'Payment' | 'Account' | 'Call';
  /** What to ask before something that takes money or cannot be undone. */
  readonly asks?: string;
  readonly needs: keyof typeof LACKS;
  readonly start: (targets: ConsoleTargets, subject: Subject) => Promise<unknown>;
  /** A sentence that describes the result. */
  readonly said: (subject: Subject) => string;
  readonly code: (subject: Subject) => string;
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

const LACKS = {
  uid: 'There is no account.',
  subscription: 'There is no running subscription.',
  charge: 'Nothing was paid that could be returned.',
  booking: 'There is no booked call.',
} as const;

/** Why the scenario cannot start; null when it can. */
export function findLack({ needs }: Pick<PersonScenario, 'needs'>, subject: Subject): string | null {
  return subject[needs] === null ? LACKS[needs] : null;
}
