import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordScenarios } from '@outharbor/stripe-emulator/recording/record-scenarios';
import Stripe from 'stripe';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createStripeClient } from '../../support/stripe/client.ts';
import { deviationsIn } from '../../support/stripe/described-answers.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe("an answer of the recorder's scenarios", () => {
  const { emulator } = createWorld();

  it("has the fields and types of Stripe's description", async () => {
    const folder = await temporaryFolder();
    onTestFinished(() => folder.close());
    const connect = (port: number) => createStripeClient({ port });
    await recordScenarios({ folder: folder.path, upstream: emulator.url, connect });
    const files = await Promise.all(
      (await readdir(folder.path)).map((file) => readFile(join(folder.path, file), 'utf8')),
    );
    const answers = files.flatMap((file) => JSON.parse(file) as readonly { answer: unknown }[]);
    expect(new Set(answers.flatMap(({ answer }) => deviationsIn(answer)))).toEqual(new Set());
  });

  it.each([
    [{ object: 'coupon', id: 1 }, 'coupon.id: not string'],
    [{ object: 'coupon' }, 'coupon.times_redeemed: missing'],
    [{ object: 'coupon', colour: 'red' }, 'coupon.colour: unknown'],
    [{ object: 'coupon' }, 'coupon.name: missing'],
    [{ object: 'list', data: [{ object: 'coupon', valid: null }] }, 'coupon.valid: not boolean'],
    [{ object: 'coupon', id: 'one', deleted: 'yes' }, 'coupon.deleted: unknown'],
    [{ object: 'coupon', id: 1, deleted: true }, 'coupon.id: not string'],
    [{ error: { message: 'No such coupon', colour: 'red' } }, 'error.colour: unknown'],
    [{ error: { message: null } }, 'error.message: not string'],
    [
      { object: 'event', api_version: Stripe.API_VERSION, data: { object: { object: 'coupon', id: 1 } } },
      'coupon.id: not string',
    ],
  ])('would be found to deviate: %j', (answer, deviation) => {
    expect(deviationsIn(answer)).toContain(deviation);
  });
});
