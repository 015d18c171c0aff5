import { createServer, type Server } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startLocalServer } from '../../../tests/support/local-server.ts';
import { liveFeed } from './live-feed.ts';

let server: Server;
let feed: ReturnType<typeof liveFeed<Record<string, unknown>>>;

/** Starts a feed. The result opens a subscription, which returns its messages one by one. */
async function watchFeed(state: () => Record<string, unknown>, everyMs = 5) {
  feed = liveFeed({ read: async () => structuredClone(state()), everyMs });
  server = createServer((_request, response) => feed.watch(response));
  const { url, close } = await startLocalServer(server);
  onTestFinished(async () => {
    await feed.close();
    await close();
  });
  return (signal?: AbortSignal) => connect(url, signal);
}

async function connect(url: string, signal?: AbortSignal) {
  const { body } = await fetch(url, { signal: signal ?? null });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return async (): Promise<unknown> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end !== -1) {
        const message = text.slice('data: '.length, end);
        text = text.slice(end + 2);
        return JSON.parse(message);
      }
      const chunk = await reader?.read();
      if (!chunk || chunk.done) return 'ended';
      text += chunk.value;
    }
  };
}

test('sends nothing old to a subscriber who comes after the last one has left', async () => {
  const state = { a: 1 };
  const open = await watchFeed(() => state, 60_000);
  const left = new Promise((resolve) => {
    server.once('request', (_request, response) => response.once('close', resolve));
  });
  const leaving = new AbortController();
  await (await open(leaving.signal))();
  leaving.abort();
  await left;
  state.a = 2;
  expect(await (await open())()).toEqual({ a: 2 });
});

test('polls again after a refresh during a poll', async () => {
  const state = { a: 1 };
  const open = await watchFeed(() => state, 60_000);
  const next = await open();
  await next();
  feed.refresh();
  state.a = 2;
  feed.refresh();
  expect(await next()).toEqual({ a: 2 });
});

test('sends a property that is told between two polls, once', async () => {
  const state: Record<string, unknown> = { a: 1 };
  const next = await (await watchFeed(() => state, 60_000))();
  await next();
  for (const a of [2, 2, 3]) {
    state.a = a;
    feed.tell('a', a);
  }
  expect([await next(), await next()]).toEqual([{ a: 2 }, { a: 3 }]);
});
