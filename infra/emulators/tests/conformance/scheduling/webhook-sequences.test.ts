import { createServer } from 'node:http';
import { startSchedulingEmulator } from '@outharbor/scheduling-emulator';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startLocalServer } from '../../support/local-server.ts';
import { Visitor } from '../../support/scheduling/visitor.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';

type Step =
  | { readonly do: 'book' | 'move'; readonly slot: number; readonly booking: number }
  | { readonly do: 'cancel'; readonly booking: number }
  | { readonly do: 'reject deliveries'; readonly times: number };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom('book' as const, 'move' as const),
    slot: fc.nat(15),
    booking: fc.nat(5),
  }),
  fc.record({ do: fc.constant('cancel' as const), booking: fc.nat(5) }),
  fc.record({ do: fc.constant('reject deliveries' as const), times: fc.integer({ min: 1, max: 3 }) }),
);

const MONDAY = { from: '2026-11-23T00:00:00Z', to: '2026-11-24T00:00:00Z' };

const receiver = suiteFixture(() =>
  startLocalServer(
    createServer(async (request, response) => {
      const chunks: Buffer[] = await request.toArray();
      const { event, payload } = JSON.parse(Buffer.concat(chunks).toString());
      const rejected = rejections > 0;
      if (rejected) rejections -= 1;
      else accepted.push(`${event} ${payload.uri}`);
      response.writeHead(rejected ? 503 : 204).end();
    }),
  ),
);
const emulator = suiteFixture(() =>
  startSchedulingEmulator({
    now: () => new Date('2026-11-20T12:00:00Z'),
    webhookEndpoints: [{ url: receiver.url, signingKey: 'key' }],
    retryDelaysMs: [60_000, 60_000, 60_000, 60_000],
  }),
);
/** Accepted deliveries as `event invitee`, in any order, including duplicates. */
let accepted: string[] = [];
let rejections = 0;

/** Performs the steps and returns the deliveries they must cause. */
async function walk(steps: readonly Step[]): Promise<string[]> {
  const visitor = new Visitor(emulator.url);
  const slots = await visitor.openTimes(MONDAY.from, MONDAY.to);
  const uris: string[] = [];
  const canceled = new Set<string>();
  const expected: string[] = [];
  for (const step of steps) {
    if (step.do === 'reject deliveries') {
      rejections = step.times;
      continue;
    }
    const uri = uris[step.booking % Math.max(1, uris.length)];
    const id = uri?.split('/').at(-1);
    if (step.do === 'cancel') {
      if (uri === undefined) continue;
      await fetch(`${emulator.url}/emulated/scheduling/cancellations/${id}`, {
        method: 'POST',
        body: new URLSearchParams(),
      });
      if (!canceled.has(uri)) expected.push(`invitee.canceled ${uri}`);
      canceled.add(uri);
      continue;
    }
    const moves = step.do === 'move' && uri !== undefined;
    const { status, body } = await visitor.book(slots[step.slot] ?? '', moves ? { reschedules: id } : {});
    if (status !== 201) continue;
    uris.push(body.inviteeUri);
    expected.push(`invitee.created ${body.inviteeUri}`);
    if (moves) {
      expected.push(`invitee.canceled ${uri}`);
      canceled.add(uri);
    }
  }
  return expected;
}

test('delivers each change exactly once, whatever the steps and failed deliveries', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 20 }), async (steps) => {
      await emulator.reset();
      accepted = [];
      rejections = 0;
      const expected = await walk(steps);
      await emulator.settle();
      expect(accepted.toSorted()).toEqual(expected.toSorted());
    }),
    { numRuns: 25 },
  );
}, 60_000);
