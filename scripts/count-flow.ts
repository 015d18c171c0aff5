/**
 * `npx node scripts/count-flow.ts`: counts the files and functions of the API that a new customer's purchase and a
 * webhook enter, and the calls, with the coverage of V8, which counts a resumed function as called again unless it
 * watches from before the function is compiled.
 */
import { Session } from 'node:inspector/promises';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const { FIRST } = await import('@outharbor/contract/testing/plans');
const { requireSession } = await import('../tests/support/abuse/user-client.ts');
const { startWorld } = await import('../tests/support/abuse/world.ts');

const OURS = /\/api\/(?:src\/(?!testing|metrics|logging)|contract\/src\/)[^?]*\.ts$/;

async function counted(work: () => Promise<unknown>): Promise<string> {
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const entered = result
    .filter(({ url }) => OURS.test(url))
    .map(({ functions }) =>
      functions.filter(({ functionName, ranges }) => functionName !== '' && ranges[0]?.count),
    )
    .filter((functions) => functions.length > 0);
  const functions = entered.flat();
  const calls = functions.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
  return `${entered.length} files, ${functions.length} functions, ${calls} calls`;
}

const world = await startWorld();
try {
  const courier = world.courier();
  const pay = async (uid: string) => {
    const { id } = requireSession(await world.user(uid).book(FIRST.price));
    await world.stripe.pay(id, { card: '4242424242424242' });
    return id;
  };
  // Loads every module and fills every cache, which a purchase does not pay for.
  await world.user('first').confirm(await pay('first'));
  await courier.settle();
  console.log('purchase:', await counted(async () => world.user('second').confirm(await pay('second'))));
  await courier.settle();
  await pay('third');
  const event = (await courier.events({ fresh: true })).find(
    ({ type }) => type === 'checkout.session.completed',
  );
  if (event === undefined) throw new Error('Stripe has no event of the third purchase');
  console.log('webhook: ', await counted(() => courier.deliver(event)));
} finally {
  await world.close();
}
