import type { StripeEmulatorOptions } from '@outharbor/stripe-emulator';
import { type StripeEmulator, startStripeEmulator } from '@outharbor/stripe-emulator';
import type Stripe from 'stripe';
import { beforeEach, describe, inject } from 'vitest';
import { deferred, suiteFixture } from '../suite-fixture.ts';
import { CATALOGUE } from './catalogue.ts';
import { createStripeClient } from './client.ts';

export interface World {
  readonly emulator: StripeEmulator;
  readonly stripe: Stripe;
}

/** An emulator that charges renewals at once, for the tests of a file; reset before each of them. */
export function createWorld(options: StripeEmulatorOptions = {}): World {
  const emulator = suiteFixture(() => startStripeEmulator({ seed: CATALOGUE, draftSeconds: 0, ...options }));
  let stripe: Stripe | undefined;
  beforeEach(() => emulator.reset());
  return { emulator, stripe: deferred(() => (stripe ??= createStripeClient(emulator))) };
}

/** For suites with the tag `stripe-mock`. */
export function worldBesideMock(options: StripeEmulatorOptions = {}): World {
  return createWorld({ stripeMockUrl: inject('stripeMockUrl') ?? '', ...options });
}

/** Runs the same tests twice: with the emulator only, and with the official stripe-mock asked beside. */
export function withAndWithoutMock(
  name: string,
  tests: (form: World & { world: World }) => void,
  options?: StripeEmulatorOptions,
): void {
  const run = (world: World) => tests({ ...world, world });
  describe(`${name} (emulator only)`, () => run(createWorld(options)));
  describe(`${name} (beside stripe-mock)`, { tags: 'stripe-mock' }, () => run(worldBesideMock(options)));
}
