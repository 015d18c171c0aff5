import type { Gateways } from '@outharbor/api/base-context';
import { AppError } from '@outharbor/api/errors/app-error';

/** `after` means that the work was done and its answer was lost. */
export type GatewayFault = 'fail_before' | 'fail_after' | 'crash_before' | 'crash_after';

export interface FaultPlan {
  /** Asked before every call of a gateway. */
  next(): GatewayFault | undefined;
  /** From here on the process does nothing more. */
  onCrash(): void;
  /** Told of every call that is under way, whether or not anybody waits for it. */
  onCall(running: Promise<unknown>): void;
}

/** Gateways of a process that may be killed at any call, or see any call fail. */
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
