import { createServer } from 'node:http';
import { join } from 'node:path';
import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import {
  type EmbeddedStack,
  type EmbeddedStackOptions,
  startEmbeddedStack,
} from '@outharbor/embedded/embedded-stack';
import { eventType } from '@outharbor/embedded/product/discovery-session';
import { STRIPE_CATALOGUE } from '@outharbor/embedded/product/stripe-catalogue';
import { openStateFolder } from '@outharbor/emulator-kit/state-folder';
import { startStripeEmulator } from '@outharbor/stripe-emulator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startLocalServer } from '../../infra/emulators/tests/support/local-server.ts';
import { testFolder } from '../../infra/emulators/tests/support/test-folder.ts';
import { API_ENTRY } from '../../scripts/builds.ts';
import { toTarget } from '../support/embedded-target.ts';
import { newMember } from '../support/members.ts';
import { CARDS, newPerson } from '../support/people.ts';
import { registerVisitor, signInVisitor } from '../support/sdk-visitor.ts';
import { readState } from '../support/stack-state.ts';

/** Process ids of the children that this process has started and that still run. */
function children(): number[] {
  const { libuv } = process.report.getReport() as {
    readonly libuv: readonly { readonly type: string; readonly is_active: boolean; readonly pid?: number }[];
  };
  return libuv.flatMap(({ type, is_active: runs, pid }) => (type === 'process' && runs && pid ? [pid] : []));
}

const start = (options: EmbeddedStackOptions = {}) => startEmbeddedStack({ apiEntry: API_ENTRY, ...options });

describe('an embedded stack', () => {
  let stack: EmbeddedStack | undefined;
  afterEach(async () => {
    await stack?.close();
    stack = undefined;
    expect(children()).toEqual([]);
  });

  describe('with a folder for its state', () => {
    let dataDir: string;
    beforeEach(async () => {
      dataDir = await testFolder();
    });

    it('sells over the state of an older catalogue, in the name of the agency', async () => {
      await (await openStateFolder(dataDir)).close();
      const prices = STRIPE_CATALOGUE.prices.map((price) => ({ ...price, unitAmount: 100 }));
      const older = { products: STRIPE_CATALOGUE.products, prices };
      await (await startStripeEmulator({ dataDir: join(dataDir, 'stripe'), seed: older })).close();
      stack = await start({ dataDir });
      const visitor = await registerVisitor(stack.url, newPerson());
      const session = await visitor.checkOut(NEXT.price);
      await visitor.leave();
      expect(await (await fetch(session.url)).text()).toContain(
        `<p class="merchant">${eventType.host.name}</p>`,
      );
      expect(await toTarget(stack).pay(session.id, CARDS.pays)).toBeTruthy();
    });
  });

  it('forgets all data on reset and keeps serving', async () => {
    stack = await start();
    const person = newPerson();
    const visitor = await registerVisitor(stack.url, person);
    await visitor.checkOut(FIRST.price);
    await visitor.leave();
    await stack.settle();
    await stack.reset();
    expect(await readState(stack)).toMatchObject({
      records: null,
      users: { users: [] },
      booked: [],
      payments: { customers: [], checkoutSessions: [], subscriptions: [], events: [] },
    });
    await expect(signInVisitor(stack.url, person)).rejects.toThrow(/invalid-credential/);
    await newMember(stack, person);
  });

  it('balances requests over its API instances and tolerates a killed one', async () => {
    stack = await start({ apiInstances: 2 });
    expect(new Set(stack.apis.map(({ url }) => url)).size).toBe(2);
    const { url, pay } = toTarget(stack);
    const visitor = await registerVisitor(url, newPerson());
    await stack.api.kill('SIGKILL');
    const session = await visitor.checkOut(NEXT.price);
    await pay(session.id, CARDS.pays);
    expect(await visitor.confirm(session.id)).toMatchObject({ planType: NEXT.name });
    await stack.api.restart();
    await visitor.leave();
  });
});

describe('an embedded stack that cannot start', () => {
  it.each(['port', 'consolePort'])(
    'reports that its %s is taken and leaves no process behind',
    async (option) => {
      const { port, close } = await startLocalServer(createServer());
      await expect(start({ [option]: port })).rejects.toMatchObject({
        code: 'EADDRINUSE',
        port,
      });
      expect(children()).toEqual([]);
      await close();
    },
  );

  it('reports the environment errors of the API', async () => {
    const broken = start({ apiEnvironment: { STRIPE_SECRET_KEY: 'none' } });
    await expect(broken).rejects.toThrow(/STRIPE_SECRET_KEY/);
    expect(children()).toEqual([]);
  });
});
