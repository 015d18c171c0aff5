import { ChangeFeed } from '@outharbor/emulator-kit/change-feed';
import { anyObject, integer } from '@outharbor/emulator-kit/json-reader';
import {
  asSavedFault,
  requireObjects,
  type SavedState,
  savedContent,
} from '@outharbor/emulator-kit/saved-state';
import { openFaults } from '../../calls/fault-layer.ts';
import { readSwitches } from '../../kinds/changeable-settings.ts';
import type { Account, SavedAccount } from '../emulated-account.ts';
import { Mode, type SavedEntities } from '../mode.ts';
import { takeSnapshot } from './state-of.ts';
import { changesIn, SUMMARIES } from './summaries.ts';

export const SERVICE = 'stripe';

/** Throws a RangeError for a state that is damaged. Loads it elsewhere, where nothing is sent, and shows it there. */
export async function checkSaved(account: Account, saved: SavedState): Promise<SavedAccount> {
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
