/**
 * `npx node tests/load/api/soak.ts [minutes]`: users subscribe and cancel while the clock advances. Memory
 * and handles must not grow.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { median } from '../../../infra/emulators/tests/support/figures.ts';
import { type ProcessSample, sampleProcess } from '../../../infra/emulators/tests/support/process-sample.ts';
import { imageNodeOptions } from '../../../scripts/image-node-options.ts';
import { type ApiClient, createApiClient, sessionOf } from '../../support/abuse/api-client.ts';
import { type ChildApi, startChildApi } from '../../support/abuse/child-api.ts';
import { createWebhookCourier } from '../../support/abuse/webhook-courier.ts';
import { startWorld, type World } from '../../support/abuse/world.ts';
import { heapAfterCollection } from './heap-after-collection.ts';

const MINUTES = Number(process.argv[2] ?? 10);
const PEOPLE_AT_ONCE = 4;
const SAMPLE_MS = 5000;

const world = await startWorld({ apis: 0 });
const api = await startChildApi(world, {
  LOG_LEVEL: 'info',
  RECONCILE_INTERVAL_SECONDS: '5',
  NODE_OPTIONS: `${imageNodeOptions()} --inspect=127.0.0.1:0`,
});
const deadline = Date.now() + MINUTES * 60_000;
const counts = { served: 0, violations: 0, hours: 0 };

const [samples, heapInTheMiddle] = await Promise.all([
  watch(api.process.pid ?? 0),
  // At the start of the middle third: memory released during that third makes the comparison stricter.
  pause(MINUTES * 20_000).then(() => heapAfterCollection(api.output())),
  ...Array.from({ length: PEOPLE_AT_ONCE }, (_, lane) => runUsers(lane)),
]);
const heap = [heapInTheMiddle, await heapAfterCollection(api.output())] as const;
await api.end('SIGTERM');
await world.close();
report(samples, heap);

async function runUsers(lane: number): Promise<void> {
  for (let person = 0; Date.now() < deadline; person += 1) {
    const uid = `soak-${lane}-${person}`;
    const user = createApiClient(
      () => api.url,
      uid,
      () => world.issuer.issue(uid),
    );
    if (!(await subscribeAndLeave(world, api, user))) counts.violations += 1;
    counts.served += 1;
    if (person % 20 === 0) {
      await world.stripe.advanceTime({ seconds: 600 });
      counts.hours += 1 / 6;
    }
  }
}

/** Whether the plan was granted on payment and revoked on cancellation. */
async function subscribeAndLeave(within: World, { url }: ChildApi, user: ApiClient): Promise<boolean> {
  const since = within.stripe.now();
  const { id } = sessionOf(await user.book(500));
  await within.stripe.pay(id, { card: '4242424242424242' });
  const confirmed = await user.confirm(id);
  const { subscription } = await within.sdk.checkout.sessions.retrieve(id);
  await within.sdk.subscriptions.cancel(String(subscription));
  const courier = createWebhookCourier(within, () => url, await since);
  const events = await courier.events({ fresh: true });
  const gone = events.findLast(
    ({ type, data }) =>
      type === 'customer.subscription.deleted' && 'id' in data.object && data.object.id === subscription,
  );
  if (gone === undefined || (await courier.deliver(gone)) !== 200) return false;
  const left = await within.observe(`users/${user.uid}/subscription/planType`);
  return confirmed.body.planType === 'basic' && left === null;
}

async function watch(pid: number): Promise<ProcessSample[]> {
  const taken: ProcessSample[] = [];
  while (Date.now() < deadline) {
    await pause(SAMPLE_MS);
    taken.push(sampleProcess(pid));
  }
  return taken;
}

function report(taken: readonly ProcessSample[], heap: readonly [middle: number, end: number]): void {
  const third = Math.floor(taken.length / 3);
  const of = (part: readonly ProcessSample[], heapMegabytes: number) => ({
    megabytes: median(part.map(({ megabytes }) => megabytes)),
    handles: median(part.map(({ handles }) => handles)),
    heapMegabytes,
  });
  const [middle, end] = [of(taken.slice(third, 2 * third), heap[0]), of(taken.slice(2 * third), heap[1])];
  console.log(JSON.stringify({ minutes: MINUTES, ...counts, middle, end }, null, 2));
  const flat = end.megabytes <= middle.megabytes * 1.15 && end.handles <= middle.handles + 5;
  process.exitCode = flat && counts.violations === 0 && counts.served > 0 ? 0 : 1;
}
