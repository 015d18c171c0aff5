import { readFile } from 'node:fs/promises';
import { STRIPE_CATALOGUE } from '@outharbor/embedded/product/stripe-catalogue';
import { permissionsIn } from '@outharbor/rehearsal/security-guide';
import Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { createStripeClient } from '../../infra/emulators/tests/support/stripe/client.ts';
import { createWorld } from '../../infra/emulators/tests/support/stripe/forms.ts';

const KEY = 'rk_test_operator';
const security = await readFile(new URL('../../SECURITY.md', import.meta.url), 'utf8');
const all = permissionsIn(security);

/** Every call in the table of SECURITY.md, with the permission of its row. */
const calls = security.split('\n').flatMap((line) => {
  const [permission] = permissionsIn(line);
  const names = [...line.matchAll(/`(\w+\.[\w.]+)`/g)].map(([, name = '']) => name);
  return permission === undefined ? [] : names.map((name): [string, string] => [name, permission]);
});

describe('a restricted key with the permissions of SECURITY.md', () => {
  const { emulator } = createWorld({ seed: STRIPE_CATALOGUE });
  const permit = (permissions: readonly string[]) =>
    emulator.configure({ apiKeys: [{ key: KEY, permissions }] });
  beforeEach(() => permit(all));

  it('has a documented call for each permission', () => {
    expect(calls.length).toBeGreaterThan(30);
    expect(new Set(calls.map(([, permission]) => permission))).toEqual(new Set(all));
  });

  it.each(calls)('can call %s with %s, and with no other permission', async (call, permission) => {
    await permit([permission]);
    expect(await catchRejection(call)).not.toBeInstanceOf(Stripe.errors.StripePermissionError);
    await permit(all.filter((other) => other !== permission));
    const resource = permission.replace(/_(read|write)$/, '');
    expect(await catchRejection(call)).toMatchObject({
      type: 'StripePermissionError',
      message: expect.stringMatching(new RegExp(`'rak_${resource}_(read|write)'`)),
    });
  });

  /** The error of the call, with an unknown ID or with parameters only. */
  async function catchRejection(call: string): Promise<unknown> {
    const path = call.split('.');
    let owner: unknown = createStripeClient(emulator, {}, KEY);
    for (const name of path.slice(0, -1)) owner = Reflect.get(Object(owner), name);
    const method: unknown = Reflect.get(Object(owner), path.at(-1) ?? '');
    if (typeof method !== 'function') throw new Error(`the SDK has no call ${call}`);
    for (const argument of ['x_1', {}]) {
      const rejection = await Reflect.apply(method, owner, [argument]).catch((error: unknown) => error);
      if (rejection instanceof Stripe.errors.StripeError || argument !== 'x_1') return rejection;
    }
    return undefined;
  }
});
