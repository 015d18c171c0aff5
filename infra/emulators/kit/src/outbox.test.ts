import { afterEach, expect, it, vi } from 'vitest';
import { Outbox } from './outbox.ts';
import { postWebhook, type WebhookAttempt, webhookSignature } from './post-webhook.ts';

interface Entry {
  state: 'pending' | 'delivered' | 'failed';
  dueAt: number;
  readonly statuses: (number | null)[];
}

let outbox: Outbox;
afterEach(() => outbox?.close());

/** An outbox with in-memory deliveries, each attempted up to three times, a minute apart. */
function startOutbox(
  ids: readonly string[],
  answer: (id: string, signal: AbortSignal) => Promise<number | null>,
) {
  const entries = new Map(
    ids.map((id): [string, Entry] => [id, { state: 'pending', dueAt: 0, statuses: [] }]),
  );
  const sent: string[] = [];
  class MemoryOutbox extends Outbox {
    protected waiting() {
      return [...entries].flatMap(([id, { state, dueAt }]) => (state === 'pending' ? [{ id, dueAt }] : []));
    }
    protected findWebhook(id: string) {
      return { url: id, body: '', secret: '', signatureHeader: 'signature', headers: {} };
    }
    protected record(id: string, { status }: WebhookAttempt) {
      const entry = entries.get(id);
      entry?.statuses.push(status);
      if (entry === undefined) return;
      entry.dueAt = Date.now() + 60_000;
      if (status === 200) entry.state = 'delivered';
      else if (entry.statuses.length === 3) entry.state = 'failed';
    }
  }
  outbox = new MemoryOutbox({
    timeoutMs: 60_000,
    send: async (id, init) => {
      sent.push(String(id));
      const status = await answer(String(id), init?.signal as AbortSignal);
      if (status === null) throw new Error('no answer');
      return new Response(null, { status });
    },
  });
  return { entries, sent };
}

it('settles within the given rounds and resends only deliveries worth retrying', async () => {
  const { sent } = startOutbox(['a', 'b'], async () => null);
  await outbox.settle({ retries: (id) => id === 'b', rounds: 2 });
  expect(sent).toEqual(['a', 'b', 'b']);
});

it('makes at most 16 attempts at once', async () => {
  let inFlight = 0;
  let peak = 0;
  const ids = Array.from({ length: 40 }, (_, index) => String(index));
  const { entries } = startOutbox(ids, async () => {
    inFlight += 1;
    peak = Math.max(peak, inFlight);
    await new Promise((resolve) => setTimeout(resolve, 1));
    inFlight -= 1;
    return 200;
  });
  outbox.wake();
  await vi.waitFor(() =>
    expect([...entries.values()].every(({ state }) => state === 'delivered')).toBe(true),
  );
  expect(peak).toBe(16);
});

it('aborts attempts on close without recording them', async () => {
  const { entries, sent } = startOutbox(
    ['a'],
    (_id, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(null))),
  );
  const settling = outbox.settle();
  await vi.waitFor(() => expect(sent).toEqual(['a']));
  await outbox.close();
  expect(await settling).toEqual(new Set(['a']));
  expect(entries.get('a')).toMatchObject({ state: 'pending', statuses: [] });
});

it('signs the exact bytes with the timestamp, and reports why there was no answer', async () => {
  expect(webhookSignature('{}', 'secret', 1)).toBe(
    't=1,v1=1122767b193110cfec322b6f199b599edbf608ed087f2d27afb0b97d99523908',
  );
  const webhook = {
    url: 'http://site.test',
    body: '{}',
    secret: 's',
    signatureHeader: 'signature',
    headers: {},
  };
  const reject = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('ENOTFOUND') }));
  expect(await postWebhook(webhook, AbortSignal.timeout(1000), reject)).toMatchObject({
    status: null,
    answer: null,
    error: 'fetch failed: ENOTFOUND',
  });
});
