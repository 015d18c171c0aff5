import { STATE_VERSION } from '@outharbor/emulator-kit/saved-state';
import { advanced, clockReading } from '@outharbor/emulator-kit/time-span';
import { setSwitches } from '../../kinds/events/switches.ts';
import type { Account } from '../emulated-account.ts';
import { ENDPOINTS } from '../installed.ts';
import { installSeed } from '../seed.ts';
import { activityOperations } from './activity.ts';
import { checkSaved, SERVICE } from './check-saved.ts';
import type { Control } from './control-types.ts';
import { measureCoverage } from './coverage.ts';
import { deliveryOperations } from './delivery-operations.ts';
import { disputeOperations } from './dispute-operations.ts';
import { payAsVisitor } from './pay-as-visitor.ts';
import { takeSnapshot } from './state-of.ts';

export function controlStripe(account: Account): Control {
  const { faults, counters, settings } = account;
  const { time } = account.mode.context;
  return {
    ...deliveryOperations(account),
    ...activityOperations(account),
    ...disputeOperations(account),
    ...faults.control,
    reset: () => account.reset(),
    settle: () => account.settle(),
    // Compressed texts have their plain form in JSON alone.
    saveState: async () => ({
      service: SERVICE,
      version: STATE_VERSION,
      content: JSON.parse(JSON.stringify(account.save())),
    }),
    checkState: async (saved) => void (await checkSaved(account, saved)),
    loadState: async (saved) => account.load(await checkSaved(account, saved)),
    seed: async ({ products = [], prices = [], taxRegistrations = [] }) =>
      installSeed(account.mode.context, { products, prices, taxRegistrations }),
    configure: async (settings) => account.configure(settings),
    state: async ({ livemode = settings.livemode } = {}) => takeSnapshot(account.findMode(livemode).context),
    pay: async (sessionId, request) => payAsVisitor(account, sessionId, request),
    clock: async () => clockReading(time.now() * 1000, time.offset * 1000),
    now: async () => time.now(),
    advanceTime: async (span) => {
      account.advanceTo(Math.floor(advanced(time.now() * 1000, span) / 1000));
      return time.now();
    },
    counters: async () => Object.fromEntries(counters),
    coverage: async () => measureCoverage(ENDPOINTS),
    unsupported: async () => account.unsupported.list(),
    switches: async () => ({ ...settings.switches }),
    setSwitches: async (changes) => {
      setSwitches(settings.switches, changes);
      for (const { clockwork } of account.modes) clockwork.start();
      return { ...settings.switches };
    },
  };
}
