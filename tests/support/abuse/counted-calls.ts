import { instanceAt, type World } from './world.ts';

export type Calls = Awaited<ReturnType<typeof callsDuring>>;

/** Counts the first API's calls to each service during `work`; Stripe's at the proxy, since the API's metrics count a paged list as one. */
export async function callsDuring(world: World, work: () => Promise<unknown>) {
  let stripe = 0;
  const { fault } = world.stripeProxy;
  world.stripeProxy.fault = (seen) => {
    stripe += 1;
    return fault(seen);
  };
  try {
    const before = await observed(world);
    await work();
    const after = await observed(world);
    return { stripe, database: after.database - before.database, identity: after.identity - before.identity };
  } finally {
    world.stripeProxy.fault = fault;
  }
}

async function observed(world: World) {
  const { registry } = instanceAt(world.instances, 0).metrics;
  const text = await registry.metrics();
  const sum = (dependency: string) =>
    [
      ...text.matchAll(
        new RegExp(`^outharbor_dependency_call_seconds_count{.*dependency="${dependency}".*} (\\d+)$`, 'gm'),
      ),
    ]
      .map(([, count]) => Number(count))
      .reduce((one, other) => one + other, 0);
  return { database: sum('database'), identity: sum('identity') };
}
