import type { Gateways } from '@outharbor/api/context';
import { AppError } from '@outharbor/api/errors/app-error';

/** `after`: the call took effect, but its result was lost. */
export type GatewayFault = 'fail_before' | 'fail_after' | 'crash_before' | 'crash_after';

export interface FaultPlan {
  /** Called before every gateway call. */
  next(): GatewayFault | undefined;
  /** Called when the process crashes; its gateway calls never resolve from then on. */
  onCrash(): void;
  /** Called with the promise of every gateway call that is started. */
  onCall(running: Promise<unknown>): void;
}

/** Wraps the gateways of a process so that any call may fail or crash the process. */
export function withFaults(gateways: Gateways, plan: FaultPlan): Gateways {
  const process = { dead: false };
  return {
    payments: { ...guard(gateways.payments, plan, process), readWebhook: gateways.payments.readWebhook },
    ledger: guard(gateways.ledger, plan, process),
    identity: guard(gateways.identity, plan, process),
  };
}

type Call = (...given: never[]) => unknown;

function guard<T extends object>(gateway: T, plan: FaultPlan, process: { dead: boolean }): T {
  const guarded = Object.entries(gateway).map(([name, call]: [string, Call]) => [
    name,
    (...given: never[]) => guardedCall(() => call(...given), plan, process),
  ]);
  return Object.fromEntries(guarded) as T;
}

async function guardedCall(
  work: () => unknown,
  plan: FaultPlan,
  process: { dead: boolean },
): Promise<unknown> {
  if (process.dead) return never();
  const fault = plan.next();
  if (fault === 'fail_before') throw new AppError('dependency_unavailable');
  if (fault === 'crash_before') return crash(plan, process);
  const running = Promise.resolve(work());
  plan.onCall(running);
  const result = await running;
  if (process.dead) return never();
  if (fault === 'fail_after') throw new AppError('dependency_unavailable');
  if (fault === 'crash_after') return crash(plan, process);
  return result;
}

function crash(plan: FaultPlan, process: { dead: boolean }): Promise<never> {
  process.dead = true;
  plan.onCrash();
  return never();
}

const never = () => new Promise<never>(() => {});
