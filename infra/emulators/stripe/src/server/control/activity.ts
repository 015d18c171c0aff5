import { ChangeFeed } from '@outharbor/emulator-kit/change-feed';
import { invoiceWire } from '../../billing/invoices/invoice.ts';
import { subscriptionWire } from '../../billing/subscriptions/subscription.ts';
import { checkoutSessionWire } from '../../checkout/checkout-session.ts';
import { customerWire } from '../../customers/customer.ts';
import { noSuch } from '../../description/api-error.ts';
import { written } from '../../description/json.ts';
import type { Context } from '../../kinds/context.ts';
import { eventWire, requireEvent } from '../../kinds/events/events.ts';
import { chargeWire } from '../../payments/charge.ts';
import { disputeWire } from '../../payments/disputes/dispute.ts';
import { refundWire } from '../../payments/refund.ts';
import type { Account } from '../emulated-account.ts';
import type { Control, Summaries } from './control-types.ts';
import { changesIn } from './summaries.ts';

type ActivityOperations = Pick<Control, 'changes' | 'object' | 'event'>;

export function activityOperations(account: Account): ActivityOperations {
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
  const { customers, sessions, subscriptions, invoices, charges, refunds, disputes } = context.store;
  const shown = <Entity>(found: Entity | undefined, wire: (entity: Entity) => object) => found && wire(found);
  return (
    shown(customers.get(id), customerWire) ??
    shown(sessions.get(id), (found) => checkoutSessionWire(context, found)) ??
    shown(subscriptions.get(id), (found) => subscriptionWire(context, found)) ??
    shown(invoices.get(id), (found) => invoiceWire(context, found)) ??
    shown(charges.get(id), (found) => chargeWire(context, found)) ??
    shown(refunds.get(id), refundWire) ??
    shown(disputes.get(id), (found) => disputeWire(context, found))
  );
}
