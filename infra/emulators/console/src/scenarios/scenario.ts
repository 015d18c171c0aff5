import type { ScenarioCard, ServiceName } from '../rows.ts';
import type { ConsoleTargets } from '../targets/console-targets.ts';
import type { Conditions } from './conditions.ts';
import type { Subject } from './subject.ts';

export interface PersonScenario extends Pick<ScenarioCard, 'id' | 'title' | 'explains' | 'object' | 'asks'> {
  readonly needs: keyof typeof LACKS;
  readonly start: (targets: ConsoleTargets, subject: Subject) => Promise<unknown>;
  readonly code: (subject: Subject) => string;
}

export interface StackScenario extends Pick<ScenarioCard, 'id' | 'title' | 'explains' | 'code'> {
  /** The service whose control interface it needs. */
  readonly service: ServiceName;
  readonly start: (targets: ConsoleTargets) => Promise<unknown>;
  readonly end: (targets: ConsoleTargets) => Promise<unknown>;
  readonly holds: (conditions: Conditions) => boolean;
}

const LACKS = {
  uid: 'There is no account.',
  planless: 'There is no account, or a plan already.',
  subscription: 'There is no running subscription.',
  charge: 'Nothing was paid that could be returned.',
  dispute: 'No payment is disputed.',
  booking: 'There is no booked call.',
} as const;

/** Why the scenario cannot start; null when it can. */
export function findLack({ needs }: Pick<PersonScenario, 'needs'>, subject: Subject): string | null {
  return subject[needs] === null ? LACKS[needs] : null;
}
