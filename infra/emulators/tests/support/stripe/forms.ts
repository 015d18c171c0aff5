import type { StripeEmulatorOptions } from '@outharbor/stripe-emulator';
import { type StripeEmulator, startStripeEmulator } from '@outharbor/stripe-emulator';
import type Stripe from 'stripe';
import { beforeEach, inject } from 'vitest';
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
