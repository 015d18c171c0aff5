import { readFile } from 'node:fs/promises';

/** Maps the dashboard's permission names to those in Stripe's error responses. */
const PERMISSIONS: Readonly<Record<string, string>> = {
  Customers: 'customer',
  'Checkout Sessions': 'checkout_session',
  Disputes: 'dispute',
  Subscriptions: 'subscription',
  'Charges and Refunds': 'charge',
  'Customer portal': 'customer_portal',
  PaymentMethods: 'payment_method',
  Events: 'event',
  Accounts: 'account',
  'Invoices, Credit notes': 'invoice',
  Prices: 'plan',
  Products: 'product',
  'Webhook Endpoints': 'webhook',
};

const ROOT = new URL('../../../', import.meta.url);

/** What the documentation tells the operator to configure at Stripe. */
export type WebhookGuide = Awaited<ReturnType<typeof readGuide>>;

/** Parses the documents themselves, so that a rehearsal fails if one of them is wrong. */
export async function readGuide() {
  const [security, goingLive] = await Promise.all(
    ['SECURITY.md', 'docs/going-live.md'].map((path) => readFile(new URL(path, ROOT), 'utf8')),
  );
  return { permissions: permissionsIn(security ?? ''), events: eventsIn(goingLive ?? '') };
}

/** Parses the table rows, such as `| Customers | Write | …`. */
export function permissionsIn(security: string): string[] {
  return [...security.matchAll(/^\| ([^|]+) \| (Read|Write) \|/gm)].map(([, label = '', access = '']) => {
    const name = PERMISSIONS[label];
    if (name === undefined) throw new Error(`SECURITY.md names an unknown permission: ${label}`);
    return `${name}_${access.toLowerCase()}`;
  });
}

/** Parses the list; `.updated` is short for the previous event with that suffix. */
function eventsIn(goingLive: string): string[] {
  const [, section = ''] = /^## 4\. Webhook endpoint$(.*?)^## /ms.exec(goingLive) ?? [];
  const events: string[] = [];
  for (const [, name = ''] of section.matchAll(/`(\.?[a-z_]+(?:\.[a-z_]+)*)`/g)) {
    const former = events.at(-1) ?? '';
    events.push(name.startsWith('.') ? former.replace(/\.[a-z_]+$/, name) : name);
  }
  return events;
}
