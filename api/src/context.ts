import type { BaseContext } from './base-context.ts';
import type { SynchronisePlan } from './subscriptions/plan-writer.ts';

/** What a use case may need; it takes the part that it names. */
export interface Context extends BaseContext {
  readonly synchronisePlan: SynchronisePlan;
}
