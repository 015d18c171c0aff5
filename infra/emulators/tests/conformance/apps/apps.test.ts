import { describe, expect, it } from 'vitest';
import { createFormerClient } from '../../support/stripe/former-clients.ts';
import { createWorld, type World } from '../../support/stripe/forms.ts';
import { sharedReceiver } from '../../support/stripe/webhook-receiver.ts';
import { accountLibrary } from './account-library.ts';
import type { App, Visitor } from './app.ts';
import { emailFirst } from './email-first.ts';
import { planPage } from './plan-page.ts';
import { syncEngine } from './sync-engine.ts';
import { syncedCatalogue } from './synced-catalogue.ts';
import { taxedSite } from './taxed-site.ts';
import { teamStarter } from './team-starter.ts';

const APPS: readonly App[] = [
  accountLibrary,
  emailFirst,
  planPage,
  syncEngine,
  syncedCatalogue,
  taxedSite,
  teamStarter,
];

function createVisitor({ emulator }: World): Visitor {
  return {
    async pay(session, details = {}) {
      const { result } = await emulator.pay(session, { card: 'visa', ...details });
      expect(result).toBe('complete');
    },
    async submit(url, fields) {
      const body = new URLSearchParams(fields);
      const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
      return answer.headers.get('location');
    },
  };
}

describe.each(APPS)('$name', (app) => {
  const world = createWorld({ apiVersion: app.version });
  const receiver = sharedReceiver(world);

  it('sells a subscription, receives its events and makes no unsupported call', async () => {
    const stripe = createFormerClient(world.emulator, app.sdk, app.version);
    const { customer, subscription } = await app.sell(stripe, createVisitor(world));
    const sold = await stripe.subscriptions.retrieve(subscription);
    expect(['active', 'trialing']).toContain(sold.status);
    const invoices = await stripe.invoices.list({ customer, status: 'paid' });
    expect(invoices.data).not.toEqual([]);
    await world.emulator.settle();
    expect(receiver.faults).toEqual([]);
    expect(receiver.types()).toEqual(expect.arrayContaining([...app.events]));
    const versions = new Set(receiver.receipts.map(({ event }) => event.api_version));
    expect([...versions]).toEqual([app.version]);
    expect(await world.emulator.unsupported()).toEqual([]);
  });
});
