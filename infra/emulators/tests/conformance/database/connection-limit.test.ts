import { once } from 'node:events';
import { startDatabaseEmulator } from '@outharbor/database-emulator';
import { expect, onTestFinished, test } from 'vitest';
import { hearFirst } from '../../support/database-client.ts';

async function startLimited() {
  const emulator = await startDatabaseEmulator({ connectionLimit: 1 });
  onTestFinished(() => emulator.close());
  return { emulator, connect: (namespace: string) => hearFirst(emulator.url, namespace) };
}

const GREETED = { t: 'c', d: { t: 'h' } };
const LIMIT_REACHED = {
  t: 'c',
  d: {
    t: 's',
    d: "The Firebase database 'one' has reached its peak connections limit. If you are the Firebase owner, consider upgrading.",
  },
};

test('rejects a connection beyond the limit of its database and states the reason', async () => {
  const { emulator, connect } = await startLimited();
  expect((await connect('one')).first).toMatchObject(GREETED);
  const rejected = await connect('one');
  expect(rejected.first).toEqual(LIMIT_REACHED);
  await once(rejected.socket, 'close');
  expect((await connect('another')).first, 'for another namespace').toMatchObject(GREETED);
  emulator.limitConnections(2);
  expect((await connect('one')).first, 'after an upgrade').toMatchObject(GREETED);
});

test('closing a connection makes room for another', async () => {
  const { emulator, connect } = await startLimited();
  const { socket } = await connect('one');
  socket.close();
  await expect.poll(() => emulator.sessions).toBe(0);
  expect((await connect('one')).first).toMatchObject(GREETED);
});
