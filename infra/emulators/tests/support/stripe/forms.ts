import type { StripeEmulatorOptions } from '@outharbor/stripe-emulator';
import { type StripeEmulator, startStripeEmulator } from '@outharbor/stripe-emulator';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, inject } from 'vitest';
import { CATALOGUE } from './catalogue.ts';
import { createStripeClient } from './client.ts';

export interface World {
  readonly emulator: StripeEmulator;
  readonly stripe: Stripe;
}

/** An emulator that charges renewals at once, for the tests of a file; reset before each of them. */
export function createWorld(options: StripeEmulatorOptions = {}): World {
  const world: { emulator?: StripeEmulator; stripe?: Stripe } = {};
  beforeAll(async () => {
    world.emulator = await startStripeEmulator({ seed: CATALOGUE, draftSeconds: 0, ...options });
    world.stripe = createStripeClient(world.emulator);
  });
  beforeEach(() => world.emulator?.reset());
  afterAll(() => world.emulator?.close());
  return world as World;
}

/** For suites with the tag `stripe-mock`. */
export function worldBehindMock(options: StripeEmulatorOptions = {}): World {
  return createWorld({ stripeMockUrl: inject('stripeMockUrl') ?? '', ...options });
}

/** Runs the same tests twice: with the emulator only, and with the official stripe-mock in front. */
export function withAndWithoutMock(
  name: string,
  tests: (form: { world: World; behindMock: boolean }) => void,
  options?: StripeEmulatorOptions,
): void {
  describe(`${name} (emulator only)`, () => tests({ world: createWorld(options), behindMock: false }));
  describe(`${name} (behind stripe-mock)`, { tags: 'stripe-mock' }, () =>
    tests({ world: worldBehindMock(options), behindMock: true }),
  );
}
