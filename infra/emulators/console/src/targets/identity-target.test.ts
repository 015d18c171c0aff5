import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startLocalServer } from '../../../tests/support/local-server.ts';
import { identityTarget } from './identity-target.ts';

test('lists the accounts of an emulator without a control interface, until they change', async () => {
  const users = [{ localId: 'uid-1', email: 'ada@example.com', createdAt: '1767225600000' }];
  const { url, close } = await startLocalServer(
    createServer((_request, response) => response.end(JSON.stringify({ users }))),
  );
  onTestFinished(close);
  const identity = identityTarget({ url, control: undefined, projectId: 'demo-test' });
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
