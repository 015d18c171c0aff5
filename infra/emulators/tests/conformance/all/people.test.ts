import { READY_PEOPLE } from '@outharbor/console/people';
import { startEmulators } from '@outharbor/emulators';
import { connectNamespace } from '@outharbor/emulators/fixtures';
import { expect, it } from 'vitest';
import { suiteFixture } from '../../support/suite-fixture.ts';

const PLAN = {
  products: [{ id: 'prod_plan', name: 'Plan' }],
  prices: [{ id: 'price_plan', product: 'prod_plan', unitAmount: 1000 }],
};
const emulators = suiteFixture(() =>
  startEmulators({
    services: ['stripe', 'identity', 'database', 'scheduling'],
    config: { stripe: PLAN },
  }),
);

it('adds one person in each of ten situations', async () => {
  expect(await emulators.addPeople({ people: READY_PEOPLE })).toBe('Added: 10 people.');
  const { users } = ((await emulators.identity?.state()) ?? { users: [] }) as {
    readonly users: readonly Record<string, unknown>[];
  };
  const account = (start: string) => users.find(({ email }) => String(email).startsWith(start));
  expect(users).toHaveLength(10);
  expect(account('viktor.verified')).toMatchObject({ emailVerified: true });
  expect(account('dora.disabled')).toMatchObject({ disabled: true });
  const state = await emulators.stripe?.state();
  const subscription = (start: string) => {
    const customer = state?.customers.find((each) => 'email' in each && each.email?.startsWith(start));
    return state?.subscriptions.find((each) => each.customer === customer?.id);
  };
  expect(subscription('ines.registered')).toBeUndefined();
  expect(subscription('sam.subscribed')).toMatchObject({ status: 'active', cancel_at_period_end: false });
  expect(subscription('carl.cancels')).toMatchObject({ status: 'active', cancel_at_period_end: true });
  expect(subscription('pia.pastdue')).toMatchObject({ status: 'past_due' });
  expect(subscription('noor.authenticates')).toMatchObject({ status: 'active' });
  expect(state?.refunds.map(({ amount }) => amount)).toEqual([1000, 500]);
  expect(state?.disputes).toHaveLength(1);
  expect((await emulators.scheduling?.state())?.bookings).toHaveLength(2);
});

it('adds people to one namespace alone', async () => {
  const namespace = await connectNamespace(emulators, 'with_people');
  await namespace.stripe?.seed(PLAN);
  const before = (await emulators.stripe?.state())?.subscriptions.length;
  await namespace.addPeople({ people: [{ email: 'a@example.com', situation: 'cancels' }] });
  const subscriptions = (await namespace.stripe?.state())?.subscriptions;
  expect(subscriptions).toMatchObject([{ cancel_at_period_end: true }]);
  expect((await emulators.stripe?.state())?.subscriptions).toHaveLength(before ?? -1);
  await namespace.close();
});

it('rejects a list with every fault', async () => {
  const people = [{ email: 'nobody' }, { email: 'a@example.com', situation: 'rich' }] as never;
  await expect(emulators.addPeople({ people })).rejects.toThrow(
    /people\.0\.email must be an email address\npeople\.1\.situation must be one of registered/,
  );
});
