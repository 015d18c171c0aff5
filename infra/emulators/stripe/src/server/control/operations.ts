import { ChangeFeed } from '@outharbor/emulator-kit/change-feed';
import { anyObject, integer } from '@outharbor/emulator-kit/json-reader';
import {
  asSavedFault,
  requireObjects,
  type SavedState,
  STATE_VERSION,
  savedContent,
} from '@outharbor/emulator-kit/saved-state';
import { advanced, clockReading } from '@outharbor/emulator-kit/time-span';
import { openFaults } from '../../calls/fault-layer.ts';
import { checkoutSessionWire } from '../../checkout/checkout-session.ts';
import { requirePaymentMethod } from '../../customers/methods/payment-method.ts';
import { noSuch } from '../../description/api-error.ts';
import { readSwitches, setSwitches } from '../../kinds/changeable-settings.ts';
import type { Context } from '../../kinds/context.ts';
import { eventWire, requireEvent } from '../../kinds/events/events.ts';
import { written } from '../../kinds/versions/in-version.ts';
import { requireCharge } from '../../payments/charge.ts';
import { disputeWire, requireDispute } from '../../payments/disputes/dispute.ts';
import {
  closeDispute,
  disputeCharge,
  escalateInquiry,
  findInquiry,
} from '../../payments/disputes/dispute-charge.ts';
import type { Account, SavedAccount } from '../emulated-accounts.ts';
import { ENDPOINTS } from '../installed.ts';
import { Mode, type SavedEntities } from '../mode.ts';
import { installSeed } from '../seed.ts';
import type { Control, Summaries } from './control-types.ts';
import { measureCoverage } from './coverage.ts';
import { deliveryOperations } from './delivery-operations.ts';
import { payAsVisitor } from './pay-as-visitor.ts';
import { takeSnapshot } from './state-of.ts';
import { changesIn, SUMMARIES } from './summaries.ts';

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
    declineNext: async (id) => {
      const { context } = account.modeWith(({ store }) => store.paymentMethods.get(id) !== undefined);
      const method = requirePaymentMethod(context, id);
      context.store.transact(() => context.store.paymentMethods.put({ ...method, declinesNext: true }));
    },
    clock: async () => ({ ...clockReading(time.now() * 1000, time.offset * 1000), moves: time.moves }),
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

function activityOperations(account: Account): Pick<Control, 'changes' | 'object' | 'event'> {
  const feed = new ChangeFeed();
  /** Counting many entities takes long, and mostly nothing changed. */
  const answered = new Map<keyof Summaries, { revision: number; cursor: string; count: number }>();
  return {
    changes: async (kind, since) => {
      const revision = account.modes.reduce((sum, { context }) => sum + context.store.revision, 0);
      const last = answered.get(kind);
      if (last?.revision === revision && last.cursor === since) return { ...last, rows: [] };
      const found = changesIn(account, feed, kind, since);
      answered.set(kind, { revision, cursor: found.cursor, count: found.count });
      return found;
    },
    object: async (id) => {
      for (const { context } of account.modes) {
        const found = formatById(context, id);
        if (found !== undefined) return { ...written(context, found) };
      }
      throw noSuch('object', id);
    },
    event: async (id) => {
      const { context } = account.modeWith(({ store }) => store.events.get(id) !== undefined);
      return eventWire(context, requireEvent(context, id));
    },
  };
}

function formatById(context: Context, id: string): object | undefined {
  const { installed, store } = context;
  const session = store.sessions.get(id);
  if (session !== undefined) return checkoutSessionWire(context, session);
  for (const { show } of Object.values(installed.references)) {
    const shown = show(context, id);
    if (shown !== undefined) return shown;
  }
  return undefined;
}

const OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  needs_response: ['lost', 'won'],
  under_review: ['lost', 'won'],
  warning_needs_response: ['warning_closed'],
  warning_under_review: ['warning_closed'],
};

function disputeOperations(account: Account): Pick<Control, 'dispute' | 'closeDispute'> {
  return {
    dispute: async (chargeId, options = {}) => {
      const { context } = account.modeWith(({ store }) => store.charges.get(chargeId) !== undefined);
      const charge = requireCharge(context, chargeId);
      const inquiry = findInquiry(context, charge);
      if (
        charge.failure !== null ||
        (charge.disputed && inquiry === undefined) ||
        (inquiry && options.inquiry)
      )
        throw new RangeError('only a paid charge can be disputed, and only once');
      const dispute = context.store.transact(() =>
        inquiry ? escalateInquiry(context, inquiry) : disputeCharge(context, charge, options),
      );
      return written(context, disputeWire(context, dispute));
    },
    closeDispute: async (id, { status }) => {
      const { context } = account.modeWith(({ store }) => store.disputes.get(id) !== undefined);
      const dispute = requireDispute(context, id);
      const outcomes: readonly unknown[] = OUTCOMES[dispute.status] ?? [];
      if (outcomes.length === 0) throw new RangeError('the dispute is already closed');
      if (!outcomes.includes(status)) throw new RangeError(`status must be ${outcomes.join(' or ')}`);
      return written(
        context,
        disputeWire(
          context,
          context.store.transact(() => closeDispute(context, dispute, status)),
        ),
      );
    },
  };
}

const SERVICE = 'stripe';

/** Throws a RangeError for a state that is damaged. Loads it elsewhere, where nothing is sent, and shows it there. */
async function checkSaved(account: Account, saved: SavedState): Promise<SavedAccount> {
  const content = savedContent<SavedAccount>(saved, SERVICE);
  const { test, live, deliveryPlan, switches, faults } = content;
  await asSavedFault(SERVICE, async () => {
    readSwitches(switches, 'switches');
    anyObject(deliveryPlan, 'deliveryPlan');
    openFaults().load(faults);
    for (const [livemode, entities] of [
      [false, test],
      [true, live],
    ] as const)
      await rehearse(new Mode(livemode, account.settings, {}), entities);
  });
  return content;
}

async function rehearse(mode: Mode, entities: SavedEntities): Promise<void> {
  for (const [name, collection] of Object.entries(anyObject(entities, 'the objects')))
    requireObjects(collection, name, ['id']);
  try {
    await mode.load(entities);
    takeSnapshot(mode.context);
    for (const kind of SUMMARIES) {
      const { rows } = changesIn({ modes: [mode] }, new ChangeFeed(), kind, 'start');
      for (const { id, created } of rows) integer(0)(created, `${kind}: ${id}.created`);
    }
  } finally {
    await mode.close();
  }
}
