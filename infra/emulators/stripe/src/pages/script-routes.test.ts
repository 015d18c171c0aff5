import module from 'node:module';
import { expect, it, vi } from 'vitest';
import { startStripeEmulator } from '../stripe-emulator.ts';

it('strips the types of its scripts once, on the first request', async () => {
  const stripTypes = vi.spyOn(module, 'stripTypeScriptTypes');
  const emulator = await startStripeEmulator({ pagesPath: '' });
  try {
    expect(stripTypes).not.toHaveBeenCalled();
    const first = await (await fetch(`${emulator.url}/js/v3/`)).text();
    const calls = stripTypes.mock.calls.length;
    expect(calls).toBeGreaterThan(0);
    expect(await (await fetch(`${emulator.url}/js/v3/`)).text()).toBe(first);
    expect(stripTypes).toHaveBeenCalledTimes(calls);
  } finally {
    await emulator.close();
    stripTypes.mockRestore();
  }
});
