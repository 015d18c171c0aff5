import type { BaseContext } from './base-context.ts';
import type { SynchronisePlan } from './subscriptions/plan-writer.ts';

/** Dependencies available to use cases; each picks the ones it needs. */
export interface Context extends BaseContext {
  readonly synchronisePlan: SynchronisePlan;
}
