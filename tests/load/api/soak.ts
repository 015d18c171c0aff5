/** `node tests/load/api/soak.ts [minutes]`: people subscribe and leave while hours pass; memory and handles must stay flat. */
import { setTimeout as pause } from 'node:timers/promises';
import { type ApiClient, createApiClient } from '../../abuse/support/api-client.ts';
import { type ChildApi, startChildApi } from '../../abuse/support/child-api.ts';
import { createWebhookCourier } from '../../abuse/support/webhook-courier.ts';
import { startWorld, type World } from '../../abuse/support/world.ts';
import { median } from '../database/measurement.ts';
import { type ProcessSample, sampleProcess } from './process-sample.ts';

const MINUTES = Number(process.argv[2] ?? 10);
const PEOPLE_AT_ONCE = 4;
const SAMPLE_MS = 5000;

const world = await startWorld({ apis: 0 });
const api = await startChildApi(world, { LOG_LEVEL: 'warn', RECONCILE_INTERVAL_SECONDS: '5' });
const deadline = Date.now() + MINUTES * 60_000;
const counts = { served: 0, violations: 0, hours: 0 };

const [samples] = await Promise.all([
  watch(api.process.pid ?? 0),
  ...Array.from({ length: PEOPLE_AT_ONCE }, (_, lane) => lead(lane)),
]);
await api.end('SIGTERM');
await world.close();
report(samples);

async function lead(lane: number): Promise<void> {
  for (let person = 0; Date.now() < deadline; person += 1) {
    const uid = `soak-${lane}-${person}`;
    const user = createApiClient(
      () => api.url,
      uid,
      () => world.issuer.issueUnsigned(uid),
    );
    if (!(await subscribeAndLeave(world, api, user))) counts.violations += 1;
    counts.served += 1;
    if (person % 20 === 0) {
      await world.stripe.advanceTime({ seconds: 600 });
      counts.hours += 1 / 6;
    }
  }
}

/** True when the plan was there after paying and gone after leaving. */
async function subscribeAndLeave(within: World, { url }: ChildApi, user: ApiClient): Promise<boolean> {
  const since = within.stripe.now();
  const { body } = await user.book(500);
  const id = body.session?.id ?? '';
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

function report(taken: readonly ProcessSample[]): void {
  const third = Math.floor(taken.length / 3);
  const [early, late] = [taken.slice(third, 2 * third), taken.slice(2 * third)];
  const of = (part: readonly ProcessSample[]) => ({
    megabytes: median(part.map(({ megabytes }) => megabytes)),
    handles: median(part.map(({ handles }) => handles)),
  });
  const [middle, end] = [of(early), of(late)];
  console.log(JSON.stringify({ minutes: MINUTES, ...counts, middle, end }, null, 2));
  const flat = end.megabytes <= middle.megabytes * 1.15 && end.handles <= middle.handles + 5;
  process.exitCode = flat && counts.violations === 0 && counts.served > 0 ? 0 : 1;
}
