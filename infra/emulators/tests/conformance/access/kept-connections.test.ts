import { Agent, request } from 'node:http';
import { startDatabaseEmulator } from '@outharbor/database-emulator';
import { startIdentityEmulator } from '@outharbor/identity-emulator';
import { expect, it, onTestFinished } from 'vitest';

/** Sends a body with a client that keeps its one connection. */
function requestStatus(url: string, method: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { method, agent }, (answer) =>
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
    )
      .on('error', reject)
      .end('{}');
  });
}

it.each([
  ['identity', startIdentityEmulator, 'POST', '/identitytoolkit.googleapis.com/v1/projects/demo/accounts'],
  ['database', startDatabaseEmulator, 'PUT', '/x.json?ns=demo&auth=malformed'],
] as const)(
  'a client that keeps its connection is answered after a rejection, too: %s',
  async (_, start, method, path) => {
    const emulator = await start({ projectId: 'demo' });
    onTestFinished(() => emulator.close());
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    for (let attempt = 0; attempt < 3; attempt++)
      expect(await requestStatus(`${emulator.url}${path}`, method, agent)).toBe(401);
  },
);
