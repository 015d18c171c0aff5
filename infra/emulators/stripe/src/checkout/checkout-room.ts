import type { Context, LookUp } from '../kinds/context.ts';
import type { Part } from '../kinds/part.ts';
import { firstPage } from '../kinds/read-page.ts';
import type { Collection } from '../kinds/store/collection.ts';
import type { CheckoutSession } from './checkout-entities.ts';
import { checkoutSessionEndpoints } from './checkout-sessions.ts';
import { checkoutRoutes } from './pages/checkout-routes.ts';
import { dueOfSession, expireSession, runSession } from './recover-session.ts';
import {
  breakdownWire,
  hasItem,
  lineDiscountsWire,
  lineItemWires,
  lineTaxesWire,
  ofLine,
  shippingTaxesWire,
} from './session-lines.ts';

declare module '../kinds/store/store.ts' {
  interface Store {
    readonly sessions: Collection<CheckoutSession>;
  }
}

/** Of a line item of a session. */
const ofItem =
  (wire: Parameters<typeof ofLine>[3]): LookUp =>
  (context, { id }) => {
    const [session] = context.store.sessions.newestFirst((one) => hasItem(one, id));
    return ofLine(context, session, id, wire);
  };

/** Of the totals of a session and of its shipping costs. */
const ofPart =
  (wire: (context: Context, session: CheckoutSession) => unknown): LookUp =>
  (context, _part, { id }) => {
    const session = context.store.sessions.get(String(id));
    return session && wire(context, session);
  };

export const checkout: Part = {
  collections: { sessions: null },
  endpoints: checkoutSessionEndpoints,
  pages: (server, { holding }) =>
    checkoutRoutes(
      server,
      holding(({ sessions }, id) => sessions.get(id.split('_secret_')[0] ?? '')),
    ),
  fields: {
    'checkout.session.line_items': (context, { id }) => {
      const lines = lineItemWires(context, context.store.sessions.get(String(id)));
      return firstPage(lines, `/v1/checkout/sessions/${id}/line_items`);
    },
    'checkout.session/breakdown': ofPart(breakdownWire),
    'checkout.session/taxes': ofPart(shippingTaxesWire),
    'item.discounts': ofItem(lineDiscountsWire),
    'item.taxes': ofItem(lineTaxesWire),
  },
  hooks: {
    clockDeleted: (context, { id }) => {
      for (const session of context.store.sessions.values()) {
        if (session.test_clock === id && session.status === 'open') expireSession(context, session);
      }
    },
  },
  timed: { sessions: { due: dueOfSession, run: runSession } },
};
