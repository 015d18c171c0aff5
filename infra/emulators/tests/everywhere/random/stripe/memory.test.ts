import { fileURLToPath } from 'node:url';
import { connectControl } from '@outharbor/stripe-emulator/control-client';
import { expect, it } from 'vitest';
import { startServerCommand } from '../../../support/server-command.ts';
import { createStripeClient } from '../../../support/stripe/client.ts';

const COMMAND = fileURLToPath(import.meta.resolve('@outharbor/stripe-emulator/command-line'));
const LARGE_METADATA = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [`key ${index}`, 'x'.repeat(400)]),
);

it('rejects new objects with 503 near its heap limit, answers reads, and recovers after a reset', async () => {
  const emulator = await startServerCommand(COMMAND, {
    PORT: '0',
    CONTROL_PORT: '0',
    NODE_OPTIONS: '--max-old-space-size=96 --max-semi-space-size=4',
  });
  try {
    const stripe = createStripeClient({ port: Number(new URL(emulator.url).port) });
    const createMany = () =>
      Promise.all(Array.from({ length: 50 }, () => stripe.customers.create({ metadata: LARGE_METADATA })));
    const fill = async () => {
      for (let round = 0; round < 200; round += 1) await createMany();
    };
    await expect(fill()).rejects.toMatchObject({
      statusCode: 503,
      message: expect.stringMatching(
        /nearly out of memory\. \d+ of 101 MB .*reset the state, or raise the limit/,
      ),
    });
    expect((await stripe.customers.list({ limit: 1 })).data).toHaveLength(1);
    await connectControl(emulator.controlUrl).reset();
    await expect.poll(() => stripe.customers.create(), { timeout: 15_000 }).toHaveProperty('id');
  } finally {
    await emulator.end();
  }
}, 60_000);
