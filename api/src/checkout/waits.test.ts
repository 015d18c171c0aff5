import { setImmediate as turn } from 'node:timers/promises';
import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import { describe, expect, it } from 'vitest';
import { book, confirm } from '../testing/checkout-calls.ts';
import { buildTestApp, createMemoryIdentity } from '../testing/test-app.ts';

/** Served from memory: the cached keys and prices, and the account, which is requested once. */
const FROM_MEMORY: ReadonlySet<string> = new Set([
  'verify',
  'account',
  'findPrice',
  'readWebhook',
  'beforeCommit',
]);
/** More event loop turns than any request needs between two calls. */
const TURNS = 50;

async function setUp() {
  const identity = createMemoryIdentity();
  const test = await buildTestApp({ identity });
  return { ...test, identity };
}

/** Counts the gateway calls that a request awaits in sequence; concurrent calls count as one. */
async function countSequentialCalls(
  { payments, ledger, identity }: Awaited<ReturnType<typeof setUp>>,
  request: () => ReturnType<typeof book>,
) {
  const waiting: (() => void)[] = [];
  const restore = [payments, ledger, identity].map((gateway) => {
    const calls = Object.entries(gateway).filter(
      ([name, call]) => typeof call === 'function' && !FROM_MEMORY.has(name),
    );
    const held = calls.map(([name, call]) => [
      name,
      async (...given: unknown[]) => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return Reflect.apply(call, gateway, given);
      },
    ]);
    Object.assign(gateway, Object.fromEntries(held));
    return () => Object.assign(gateway, Object.fromEntries(calls));
  });
  let waits = 0;
  const running = request();
  let isDone = false;
  void running.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    for (let count = 0; count < TURNS; count += 1) await turn();
    if (waiting.length > 0) waits += 1;
    for (const release of waiting.splice(0)) release();
  }
  for (const undo of restore) undo();
  return { waits, answer: await running };
}

describe('a purchase', () => {
  it('takes a new customer from Book to the hosted page in five sequential calls, or in two if the session is still open', async () => {
    const test = await setUp();
    const first = await countSequentialCalls(test, () => book(test, FIRST.price));
    expect([first.answer.statusCode, first.waits]).toEqual([200, 5]);
    const again = await countSequentialCalls(test, () => book(test, FIRST.price));
    expect([again.answer.json(), again.waits]).toEqual([first.answer.json(), 2]);
  });

  it('takes a known customer there in four, or in five if another session must be expired', async () => {
    const test = await setUp();
    test.payments.pay((await book(test, FIRST.price)).json().session.id);
    await test.payments.cancelSubscription(test.payments.subscriptions[0]?.id ?? '');
    const known = await countSequentialCalls(test, () => book(test, FIRST.price));
    expect([known.answer.statusCode, known.waits]).toEqual([200, 4]);
    const other = await countSequentialCalls(test, () => book(test, NEXT.price));
    expect([other.answer.statusCode, other.waits]).toEqual([200, 5]);
  });

  it('confirms the payment in three, before any webhook', async () => {
    const test = await setUp();
    const { id } = (await book(test, FIRST.price)).json().session;
    test.payments.pay(id);
    const { answer, waits } = await countSequentialCalls(test, () => confirm(test, id));
    expect([answer.statusCode, waits]).toEqual([200, 3]);
  });
});
