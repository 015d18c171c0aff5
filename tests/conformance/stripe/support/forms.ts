import type { StripeEmulatorOptions } from '@outharbor/stripe-emulator/options';
import { type StripeEmulator, startStripeEmulator } from '@outharbor/stripe-emulator/stripe-emulator';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { clientOf } from './client.ts';
import { stripeMockBinary } from './stripe-mock-binary.ts';
import { type StripeMockProcess, startStripeMock } from './stripe-mock-process.ts';

export interface World {
  readonly emulator: StripeEmulator;
  readonly stripe: Stripe;
}

const binary = await stripeMockBinary();

/** The emulator as these tests find it: freshly reset before each of them. */
export function worldOf(options: StripeEmulatorOptions = {}): World {
  const world: { emulator?: StripeEmulator; stripe?: Stripe } = {};
  beforeAll(async () => {
    world.emulator = await startStripeEmulator(options);
    world.stripe = clientOf(world.emulator);
  });
  beforeEach(() => world.emulator?.reset());
  afterAll(() => world.emulator?.close());
  return world as World;
}

/** Runs the same tests twice: with the emulator alone, and with the official stripe-mock in front. */
export function inBothForms(
  name: string,
  tests: (form: { world: World; behindMock: boolean }) => void,
): void {
  describe(`${name}, alone`, () => tests({ world: worldOf(), behindMock: false }));
  const withMock = `${name}, behind stripe-mock`;
  if (binary === null && process.env.CI !== 'true') {
    describe.skip(`${withMock} (there is neither a stripe-mock nor a Go to build it with)`, () => {
      tests({ world: worldOf(), behindMock: true });
    });
    return;
  }
  describe(withMock, () => {
    let mock: StripeMockProcess;
    const options: { stripeMockUrl?: string } = {};
    beforeAll(async () => {
      if (binary === null) throw new Error('stripe-mock is missing: set STRIPE_MOCK_BINARY or install Go');
      mock = await startStripeMock(binary);
      options.stripeMockUrl = mock.url;
    });
    afterAll(() => mock?.stop());
    tests({ world: worldOf(options), behindMock: true });
  });
}
