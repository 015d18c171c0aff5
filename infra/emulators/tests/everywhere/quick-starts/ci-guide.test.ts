import { readFile } from 'node:fs/promises';
import { startEmulators } from '@outharbor/emulators';
import { beforeAll, describe, expect, it } from 'vitest';
import { suiteFixture } from '../../support/suite-fixture.ts';
import { execute } from '../../support/toolchains/toolchain.ts';

const guide = await readFile(new URL('../../../docs/containers.md', import.meta.url), 'utf8');
const [, workflow = ''] = /^```yaml workflow\.yaml\n(.*?)^```$/ms.exec(guide) ?? [];

const emulators = suiteFixture(() => startEmulators({ services: ['stripe', 'identity', 'database'] }));
/** The guide's text with the ports that were free. */
let atFreePorts: (text: string) => string;

beforeAll(async () => {
  const { stripe, identity, database } = emulators;
  const ports = { 4242: stripe?.url, 4243: stripe?.controlUrl, 9099: identity?.url, 9000: database?.url };
  atFreePorts = (text) =>
    text.replace(/(?<=localhost:)\d+/g, (port) => {
      const url = new Map(Object.entries(ports)).get(port);
      if (url === undefined) throw new Error(`The guide names port ${port}, which no service has.`);
      return new URL(url).port;
    });
});

describe('the workflow of the CI guide', () => {
  it('waits for the emulators with a command that succeeds once they run', { tags: 'curl' }, async () => {
    const [, wait = ''] = /- run: (curl .*)/.exec(workflow) ?? [];
    expect(JSON.parse(await execute(['sh', '-euc', atFreePorts(wait)], '.'))).toMatchObject({ status: 'ok' });
  });

  const variables = workflow.matchAll(/^ {6}(\w+): ((?:http:\/\/)?localhost:\d+)$/gm);
  it.each([...variables].map(([, name = '', at = '']) => ({ name, at })))(
    'sets $name',
    async ({ name, at }) => {
      const [address] = atFreePorts(at).split('//').slice(-1);
      const path = new Map([
        ['STRIPE_URL', 'v1/balance'],
        ['FIREBASE_DATABASE_EMULATOR_HOST', '.json?ns=demo-project-default-rtdb'],
      ]).get(name);
      const headers = { authorization: name === 'STRIPE_URL' ? 'Bearer sk_test_emulated' : 'Bearer owner' };
      const { status } = await fetch(`http://${address}/${path ?? ''}`, { headers });
      expect(status).toBe(200);
    },
  );
});
