import { setTimeout as delay } from 'node:timers/promises';
import { FLOOR, requireVersion } from '../../description/description.ts';
import type { Redelivery } from '../../kinds/changeable-settings.ts';
import type { Context } from '../../kinds/context.ts';
import { requireEvent } from '../../kinds/events/events.ts';
import { payloadInVersion } from '../../kinds/events/payload-in-version.ts';
import { deliveryBody } from '../../kinds/events/receivers.ts';
import type { Delivery } from '../../kinds/events/webhook-entities.ts';
import { finder } from '../../kinds/objects.ts';
import type { Account } from '../emulated-accounts.ts';
import type { Mode } from '../mode.ts';
import type { Release } from './control-bodies.ts';
import type { Control, DeliveryView } from './control-types.ts';
import { deliverySummary } from './summaries.ts';

export function deliveryOperations(
  account: Account,
): Pick<Control, 'deliveries' | 'delivery' | 'redeliver' | 'planDeliveries' | 'releaseDeliveries'> {
  return {
    deliveries: async () =>
      account.modes.flatMap(({ context }) =>
        Array.from(context.store.deliveries.values(), (found) => view(context, found)),
      ),
    delivery: async (id) => {
      const { context } = findMode(account, id);
      return view(context, requireDelivery(context, id));
    },
    redeliver: (id, options) => redeliver(account, id, options),
    planDeliveries: async (plan) => Object.assign(account.settings.deliveryPlan, plan),
    releaseDeliveries: (options) => release(account, options),
  };
}

async function redeliver(
  account: Account,
  id: string,
  { copies = 1, delayMs = 0, apiVersion }: Redelivery = {},
): Promise<DeliveryView> {
  const { context, dispatcher } = findMode(account, id);
  const { store } = context;
  const delivery = requireDelivery(context, id);
  if (apiVersion !== undefined) {
    const payload = payloadInVersion(
      context,
      requireEvent(context, delivery.event),
      requireVersion(apiVersion),
    );
    store.transact(() => store.deliveries.put({ ...delivery, payload }));
  }
  await delay(delayMs);
  for (let copy = 0; copy < copies; copy += 1) await dispatcher.redeliver(id);
  return view(context, requireDelivery(context, id));
}

const requireDelivery = finder('delivery', 'deliveries');

function findMode(account: Account, id: string): Mode {
  return account.modeWith(({ store }) => store.deliveries.get(id) !== undefined);
}

async function release({ modes, settings }: Account, { order = 'created' }: Release = {}) {
  settings.deliveryPlan.hold = false;
  const held = modes.flatMap((mode) =>
    [...mode.context.store.deliveries.values()].flatMap((delivery) =>
      delivery.held ? [{ mode, delivery }] : [],
    ),
  );
  for (const { mode, delivery } of inOrder(held, order)) {
    const { dispatcher } = mode;
    const { store } = mode.context;
    // Sent while still held, because otherwise the outbox might send it out of order.
    await dispatcher.redeliver(delivery.id);
    const current = store.deliveries.get(delivery.id);
    if (current !== undefined) store.transact(() => store.deliveries.put({ ...current, held: false }));
  }
  return held.length;
}

interface Held {
  readonly mode: Mode;
  readonly delivery: Delivery;
}

function inOrder(deliveries: Held[], order: Release['order']): Held[] {
  if (order === 'reverse') return deliveries.toReversed();
  if (order !== 'shuffled') return deliveries;
  const ranked = deliveries.map((held) => ({ held, rank: Math.random() }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ held }) => held);
}

function view({ installed, store }: Context, delivery: Delivery): DeliveryView {
  const event = store.events.get(delivery.event);
  const payload = event === undefined ? '' : deliveryBody(event, delivery);
  const versions = [FLOOR, ...installed.changes.map(({ since }) => since).toReversed()];
  return { ...deliverySummary(store, delivery), payload, attempts: delivery.attempts, versions };
}
