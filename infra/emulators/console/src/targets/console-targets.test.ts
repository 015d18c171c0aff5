import dns from 'node:dns';
import { afterEach, expect, it, vi } from 'vitest';
import { connectTargets, type TargetAddresses } from './console-targets.ts';

const NONE: TargetAddresses = { projectId: 'demo', databaseNamespace: 'demo-default-rtdb' };

afterEach(() => {
  vi.restoreAllMocks();
});

it('says at once which services are not running, without asking a name server', async () => {
  const lookup = vi.spyOn(dns, 'lookup');
  const { stripe, identity, identityControl, database, scheduling, namespaces } = connectTargets(NONE);
  for (const call of [
    () => stripe.clock(),
    () => identity.mails(),
    () => identityControl.switches(),
    () => database.read(),
    () => scheduling.state(),
    namespaces,
  ])
    await expect(call()).rejects.toThrow('This emulator is not running.');
  expect(lookup).not.toHaveBeenCalled();
});

it('tells a service without a control port from one that is not running', async () => {
  const targets = connectTargets({ ...NONE, identityUrl: 'http://127.0.0.1:9099' });
  await expect(targets.identityControl.switches()).rejects.toThrow('runs without a control port');
  await expect(targets.databaseControl.switches()).rejects.toThrow('is not running');
  await expect(
    connectTargets({ ...NONE, databaseUrl: 'http://127.0.0.1:9000' }).databaseControl.switches(),
  ).rejects.toThrow('runs without a control port');
});
