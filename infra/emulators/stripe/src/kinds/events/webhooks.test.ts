import { afterEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_BACK_OFF, ordinaryPlan } from '../changeable-settings.ts';
import { kinds } from '../kinds-room.ts';
import { Store } from '../store/store.ts';
import { Dispatcher } from './dispatcher.ts';
import { deliveryBody } from './receivers.ts';

const COLLECTIONS = kinds.collections ?? {};

describe('the body of a delivery', () => {
  const event = { payload: '{"id":"evt_1","data":{}}' };

  it('is indented, as Stripe sends it', () => {
    expect(deliveryBody(event, {})).toBe('{\n  "id": "evt_1",\n  "data": {}\n}');
  });
});

describe('settling', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** A store with one pending delivery, and its dispatcher. `platform` has the endpoint. */
  function oneDelivery(platform = new Store(COLLECTIONS), store = platform) {
    store.transact(() => {
      platform.webhookEndpoints.put({
        id: 'we_1',
        created: 0,
        url: 'http://site.test/',
        secret: 'whsec_x',
        enabled_events: ['*'],
        api_version: null,
        status: 'enabled',
        configured: true,
        description: null,
        metadata: {},
      });
      const subject = { object: null, customer: null };
      store.events.put({ id: 'evt_1', created: 0, type: 'customer.created', subject, payload: '{}' });
      store.deliveries.put({
        id: 'evt_1.we_1',
        event: 'evt_1',
        endpoint: 'we_1',
        status: 'pending',
        held: false,
        nextAttemptAt: Number.POSITIVE_INFINITY,
        attempts: [],
      });
    });
    const options = { backOff: DEFAULT_BACK_OFF, timeoutMs: 1000, plan: ordinaryPlan() };
    const dispatcher = new Dispatcher(store, options);
    dispatcher.start();
    return { store, dispatcher };
  }

  /** The number of attempts before settling fails, if every request fails with this error code. */
  async function attemptsUntilFailure(code: string): Promise<number> {
    const reason = Object.assign(new Error(`${code} site.test`), { code });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause: reason })));
    const { store, dispatcher } = oneDelivery();
    await expect(dispatcher.settle()).rejects.toThrow(code);
    await dispatcher.close();
    return store.deliveries.get('evt_1.we_1')?.attempts.length ?? 0;
  }

  it('does not fail if a delivery is deleted after it was accepted', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
    const { store, dispatcher } = oneDelivery();
    const forget = () => store.transact(() => store.deliveries.delete('evt_1.we_1'));
    store.onCommit(() => {
      if (store.deliveries.get('evt_1.we_1')?.status === 'delivered') queueMicrotask(forget);
    });
    await dispatcher.settle();
    expect([...store.deliveries.values()]).toEqual([]);
    await dispatcher.close();
  });

  it.each(['ENOTFOUND', 'EAI_AGAIN'])('attempts once if the host does not resolve: %s', async (code) => {
    expect(await attemptsUntilFailure(code)).toBe(1);
  });

  it.each([
    ['an account', (platform: Store) => platform],
    ['a connected account', (platform: Store) => platform.connected('acct_1')],
  ])(
    'fails for %s with the event, the address and the reason, and the status 424 over HTTP',
    async (_, store) => {
      vi.stubGlobal('fetch', () => Promise.resolve(new Response('no', { status: 500 })));
      const platform = new Store(COLLECTIONS);
      const { dispatcher } = oneDelivery(platform, store(platform));
      await expect(dispatcher.settle()).rejects.toMatchObject({
        message: '1 webhook delivery fails: evt_1.we_1, customer.created to http://site.test/ (answered 500)',
        status: 424,
      });
      await dispatcher.close();
    },
  );

  it('retries if the connection is refused', async () => {
    expect(await attemptsUntilFailure('ECONNREFUSED')).toBe(10);
  });
});
