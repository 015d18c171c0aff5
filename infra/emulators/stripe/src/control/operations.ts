import type { Account } from '../account.ts';
import { setSwitches } from '../faults/switches.ts';
import { ENDPOINTS } from '../resources/endpoints.ts';
import { plant } from '../seed.ts';
import { addMonths } from '../time/calendar.ts';
import type { Control, TimeSpan } from './control-types.ts';
import { coverageOf } from './coverage.ts';
import { deliveryOperations } from './delivery-operations.ts';
import { disputeOperations } from './dispute-operations.ts';
import { payAsVisitor } from './pay-as-visitor.ts';
import { stateOf } from './state-of.ts';

const SECONDS_A_DAY = 86_400;

export function operationsOf(account: Account): Control {
  const { faults, counters, settings } = account;
  const { time } = account.mode.context;
  return {
    ...deliveryOperations(account),
    ...disputeOperations(account),
    reset: () => account.reset(),
    settle: () => account.settle(),
    seed: async ({ products = [], prices = [], taxRegistrations = [] }) =>
      plant(account.mode.context, { products, prices, taxRegistrations }),
    configure: async (settings) => account.configure(settings),
    state: async ({ livemode = settings.livemode } = {}) => stateOf(account.modeOf(livemode).context),
    pay: async (sessionId, request) => payAsVisitor(account, sessionId, request),
    now: async () => time.now(),
    advanceTime: async (span) => {
      account.advanceTo(targetOf(time.now(), span));
      return time.now();
    },
    faults: async () => faults.list(),
    addFault: async (request) => faults.add(request),
    clearFaults: async () => faults.clear(),
    counters: async () => Object.fromEntries(counters),
    coverage: async () => coverageOf(ENDPOINTS),
    unsupported: async () => account.unsupported.list(),
    switches: async () => ({ ...settings.switches }),
    setSwitches: async (wanted) => {
      setSwitches(settings.switches, wanted);
      return { ...settings.switches };
    },
  };
}

function targetOf(now: number, { months = 0, days = 0, seconds = 0 }: TimeSpan): number {
  const target = addMonths(now, months) + days * SECONDS_A_DAY + seconds;
  if (!Number.isInteger(target) || target < now) throw new RangeError('time moves forward, by whole numbers');
  return target;
}
