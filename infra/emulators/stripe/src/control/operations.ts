import type { Account } from '../account.ts';
import { plant } from '../seed.ts';
import { addMonths } from '../time/calendar.ts';
import type { Control, TimeSpan } from './control-types.ts';
import { deliveryOperations } from './delivery-operations.ts';
import { payAsVisitor } from './pay-as-visitor.ts';
import { stateOf } from './state-of.ts';

const SECONDS_A_DAY = 86_400;

export function operationsOf(account: Account): Control {
  const { context, faults, counters } = account;
  return {
    ...deliveryOperations(account),
    reset: () => account.reset(),
    settle: () => account.settle(),
    seed: async ({ products = [], prices = [] }) => plant(context, { products, prices }),
    configure: async (settings) => account.configure(settings),
    state: async () => stateOf(context),
    pay: async (sessionId, request) => payAsVisitor(account, sessionId, request),
    now: async () => context.time.now(),
    advanceTime: async (span) => {
      account.clockwork.advanceTo(targetOf(context.time.now(), span));
      return context.time.now();
    },
    faults: async () => faults.list(),
    addFault: async (request) => faults.add(request),
    clearFaults: async () => faults.clear(),
    counters: async () => Object.fromEntries(counters),
  };
}

function targetOf(now: number, { months = 0, days = 0, seconds = 0 }: TimeSpan): number {
  const target = addMonths(now, months) + days * SECONDS_A_DAY + seconds;
  if (!Number.isInteger(target) || target < now) throw new RangeError('time moves forward, by whole numbers');
  return target;
}
