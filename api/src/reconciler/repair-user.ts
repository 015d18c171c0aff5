import type { Context } from '../context.ts';
import { decidePlan } from '../subscriptions/decide-plan.ts';

type Deps = Pick<Context, 'payments' | 'ledger' | 'synchronisePlan'>;

/** Compares a user's record with the provider and calls the plan writer when they differ. */
export async function repairUser(deps: Deps, uid: string): Promise<'agrees' | 'repaired'> {
  const [state, record] = await Promise.all([deps.ledger.read(uid), deps.ledger.readRecord(uid)]);
  const { customerId } = state;
  const subscriptions = customerId === undefined ? [] : await deps.payments.listSubscriptions(customerId);
  const { kept, surplus } = decidePlan(subscriptions);
  const agrees = record.planType === kept?.plan && state.planType === kept?.plan && surplus.length === 0;
  if (agrees) return 'agrees';
  await deps.synchronisePlan(uid);
  return 'repaired';
}
