import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { startLocalServer } from '../../../tests/support/local-server.ts';
import { testFolder } from '../../../tests/support/test-folder.ts';
import { type ConsoleHandle, startConsole } from '../console-server.ts';
import type { Step } from '../rows.ts';

const EMPTY = {
  cursor: '1',
  count: 0,
  rows: [],
  requests: [],
  bookings: [],
  deliveries: [],
  faults: [],
  namespaces: [],
};
const ADA = { id: 'uid-ada', email: 'ada@example.com', name: 'Ada', createdAt: 0, disabled: false };
const UPDATES = Array.from({ length: 40 }, (_, index) => ({
  id: index + 1,
  at: index,
  method: 'PATCH',
  url: '/.json?ns=demo',
  status: 200,
  durationMs: 1,
  reason: null,
  requestId: null,
}));

let asked: string[] = [];
let running: ConsoleHandle;

/** Stands for all emulators, and notes what is asked of them. */
function answerTo(path: string): object {
  if (path.endsWith('/unsupported')) return [];
  if (path.startsWith('/identity/_emulator/changes/accounts')) return { ...EMPTY, count: 1, rows: [ADA] };
  if (path === '/database/_emulator/requests') return { requests: UPDATES };
  if (path.startsWith('/database/_emulator/requests/contents'))
    return { requests: UPDATES.map((each) => ({ ...each, requestBody: '{"users/uid-ada/plan":"pro"}' })) };
  return EMPTY;
}

beforeEach(async () => {
  asked = [];
  const { url, close } = await startLocalServer(
    createServer((request, response) => {
      const [path = ''] = (request.url ?? '').split('?');
      asked.push(path);
      response.end(JSON.stringify(answerTo(path)));
    }),
  );
  const pageDir = await testFolder();
  await writeFile(join(pageDir, 'index.html'), '');
  running = await startConsole({
    pageDir,
    targets: {
      identityUrl: `${url}/identity`,
      identityControlUrl: `${url}/identity`,
      databaseUrl: `${url}/database`,
      databaseControlUrl: `${url}/database`,
      stripeControlUrl: `${url}/stripe`,
      schedulingControlUrl: `${url}/scheduling`,
      projectId: 'demo',
      databaseNamespace: 'demo',
    },
  });
  return async () => {
    await running.close();
    await close();
  };
});

const long = () => asked.filter((path) => /changes\/(payments|events|deliveries)|requests/.test(path));

test('reads people when the page is asked for, and what is long after the first view', async () => {
  await fetch(`${running.url}/people`);
  await expect
    .poll(() => asked, { timeout: 20_000 })
    .toContain('/stripe/_emulator/changes/subscriptions/start');
  const people = await (await fetch(`${running.url}/console/lists/people`)).json();
  expect(people).toMatchObject({ rows: [{ email: 'ada@example.com' }], missing: [] });
  expect(long()).toEqual([]);
  const live = await fetch(`${running.url}/console/live`);
  const reader = live.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = JSON.parse((await reader?.read())?.value?.slice('data: '.length) ?? '');
  expect(first).toMatchObject({ counts: { people: 1, events: null, requests: null }, recent: null });
  await fetch(`${running.url}/console/lists/requests`);
  expect(long()).toHaveLength(7);
  await reader?.cancel();
});

test("reads all of a person's updates of the database with one request", async () => {
  const person = await (await fetch(`${running.url}/console/people/uid-ada`)).json();
  const entries = (person.steps as Step[]).flatMap((step) => step.entries);
  expect(entries.filter(({ what, detail }) => what === 'Written' && detail === 'users: plan')).toHaveLength(
    40,
  );
  expect(asked.filter((path) => /requests\/(?!changes)/.test(path))).toHaveLength(1);
});
