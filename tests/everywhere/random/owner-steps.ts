import { PLAN_CURRENCY } from '@outharbor/contract/plans';
import { atStripe, listLive } from './operator-steps.ts';
import type { Person } from './person.ts';
import type { Play } from './play-state.ts';
import { pick, type TakeStep } from './take-step.ts';
import { virtualClock } from './virtual-clock.ts';

type Update = Parameters<Person['fleet']['sdk']['subscriptions']['update']>[1];

/** Changes one of the person's subscriptions in the dashboard. */
const updating =
  (change: (person: Person, which: number) => Update | Promise<Update>): TakeStep =>
  async (play, person, which) => {
    const found = await findLive(play, person, which);
    if (found === undefined) return undefined;
    const update = await change(person, which);
    if (update?.cancel_at_period_end) person.ended.add(found.id);
    return atStripe(found.id, person.fleet.sdk.subscriptions.update(found.id, update ?? {}));
  };

const findLive = async (play: Play, person: Person, which: number) =>
  pick(await listLive(play, person), which);

const MISTYPES = [
  ({ user }: Person) => ({ uid: `${user.uid} ` }),
  () => ({ uid: 'ada@example.com' }),
  ({ user }: Person) => ({ uid: `users/${user.uid}` }),
  ({ fleet }: Person) => ({ deployment: `${fleet.site.name} ` }),
] as const;

/** What an owner does in the dashboard beside the operator's acts: bargains, schedules, settings and slips. */
export const OWNER_STEPS = {
  giveCoupon: updating(async ({ fleet }, which) => {
    const percent_off = which % 2 === 0 ? 50 : 100;
    const coupon = await fleet.sdk.coupons.create({ percent_off, duration: 'forever' });
    return { discounts: [{ coupon: coupon.id }] };
  }),

  giveTrial: updating(() => ({ trial_end: virtualClock.now() + 20 * 24 * 3600 })),

  endWithPeriod: updating((_person, which) => ({ cancel_at_period_end: which % 2 === 0 })),

  changeQuantity: async (play, person, which) => {
    const found = await findLive(play, person, which);
    const [item] = found?.items.data ?? [];
    if (item === undefined) return undefined;
    return atStripe(
      item.id,
      person.fleet.sdk.subscriptionItems.update(item.id, { quantity: 1 + (which % 3) }),
    );
  },

  schedule: async (play, person, which) => {
    const { sdk } = person.fleet;
    const found = await findLive(play, person, which);
    if (found === undefined) return undefined;
    const { schedule } = await sdk.subscriptions.retrieve(found.id);
    return schedule === null
      ? atStripe(found.id, sdk.subscriptionSchedules.create({ from_subscription: found.id }))
      : atStripe(`${found.id} released`, sdk.subscriptionSchedules.release(String(schedule)));
  },

  giveCredit: async (_play, person, which) => {
    const { customerId } = await person.fleet.site.ledger.read(person.user.uid);
    if (customerId === undefined) return undefined;
    const credit = { amount: -1000 * (1 + (which % 60)), currency: PLAN_CURRENCY };
    return atStripe(customerId, person.fleet.sdk.customers.createBalanceTransaction(customerId, credit));
  },

  /** What is mistyped belongs to nobody until it is mended. */
  mistypeMark: async (play, person, which) => {
    const found = await findLive(play, person, which);
    if (found?.metadata.uid === undefined) return undefined;
    person.mayPayTwice = true;
    person.mistyped = true;
    const metadata = MISTYPES[(which >> 1) % MISTYPES.length]?.(person) ?? {};
    return atStripe(found.id, person.fleet.sdk.subscriptions.update(found.id, { metadata }));
  },

  clearDeployment: async (play, person, which) => {
    const found = await findLive(play, person, which);
    if (found === undefined) return undefined;
    const metadata = which % 2 === 0 ? { deployment: '' } : { deployment: '', uid: '' };
    return atStripe(found.id, person.fleet.sdk.subscriptions.update(found.id, { metadata }));
  },

  archivePrice: async (play, { fleet: { sdk } }, which) => {
    const price = pick((await sdk.prices.list({ active: true, limit: 100 })).data, which);
    if (price === undefined) return undefined;
    play.external.repriced = true;
    return atStripe(price.id, sdk.prices.update(price.id, { active: false }));
  },

  switchPortalOff: async ({ stage, external }) => {
    external.portalOff = true;
    await stage.stripe.addFault({ kind: 'forbidden', path: '/v1/billing_portal/sessions', count: null });
    return 'the portal';
  },

  forbidSearch: async ({ stage }) => {
    await stage.stripe.addFault({ kind: 'forbidden', path: '/v1/customers/search', count: null });
    return 'the search';
  },
} satisfies Record<string, TakeStep>;
