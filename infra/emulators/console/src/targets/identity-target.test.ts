import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { IdentityTarget } from './identity-target.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

test('lists the accounts of an emulator without a control interface, until they change', async () => {
  const users = [{ localId: 'uid-1', email: 'ada@example.com', createdAt: '1767225600000' }];
  const server = createServer((_request, response) => response.end(JSON.stringify({ users })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const identity = new IdentityTarget({
    url: `http://127.0.0.1:${port}`,
    control: undefined,
    projectId: 'demo-test',
  });
  const first = await identity.accountChanges('start');
  expect(first.rows).toEqual([
    {
      id: 'uid-1',
      email: 'ada@example.com',
      name: '',
      createdAt: '2026-01-01T00:00:00.000Z',
      disabled: false,
    },
  ]);
  expect(await identity.accountChanges(first.cursor)).toMatchObject({ count: 1, rows: [] });
  users.push({ localId: 'uid-2', email: 'bob@example.com', createdAt: '1767225600001' });
  expect((await identity.accountChanges(first.cursor)).rows).toHaveLength(2);
});
