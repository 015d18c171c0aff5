import { fileURLToPath } from 'node:url';
import { type StripeEmulator, startStripeEmulator } from '@outharbor/stripe-emulator';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SUBSCRIPTION_LIFE } from '../../support/expected-subscription-life.ts';
import { go } from '../../support/toolchains/go.ts';
import { java } from '../../support/toolchains/java.ts';
import { python } from '../../support/toolchains/python.ts';
import { execute, skipWithoutToolchain, toolchainFolder } from '../../support/toolchains/toolchain.ts';

const FOLDER = fileURLToPath(new URL('subscription-life', import.meta.url));

let emulator: StripeEmulator;

beforeAll(async () => {
  emulator = await startStripeEmulator();
});
beforeEach(() => emulator.reset());
afterAll(() => emulator?.close());

describe('subscription lifecycle from checkout to cancellation', () => {
  it.for([
    { language: python, program: 'life.py' },
    { language: go, program: 'life.go' },
    { language: java, program: 'Life.java' },
  ])('prints the expected steps with the $language.name SDK', async ({ language, program }, context) => {
    await skipWithoutToolchain(language, context);
    const command = language.command({ installed: toolchainFolder(language), folder: FOLDER, program });
    const environment = { STRIPE_URL: emulator.url, STRIPE_CONTROL_URL: emulator.controlUrl };
    const printed = await execute(command, FOLDER, environment);
    expect(printed.trimEnd().split('\n')).toEqual(SUBSCRIPTION_LIFE);
    expect(await emulator.unsupported()).toEqual([]);
  });
});
