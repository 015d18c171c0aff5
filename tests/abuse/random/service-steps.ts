import { atStripe, liveOf } from './operator-steps.ts';
import type { Person } from './person.ts';
import { pick, type TakeStep } from './take-step.ts';

const BROKEN = ['/v1/customers', '/v1/checkout/sessions', '/v1/refunds', '/v1/subscriptions/:id'] as const;

/** What the services do, or what is done to them. */
export const SERVICE_STEPS = {
  dispute: async (play, person, which) => {
    const found = pick(await liveOf(play, person), which);
    if (found === undefined) return undefined;
    return atStripe(found.id, async () => {
      const { data } = await person.fleet.sdk.charges.list({ customer: String(found.customer) });
      const charge = data.find(
        // The list may be older than another dispute of the same round.
        ({ id, paid, disputed, refunded }) => paid && !disputed && !refunded && !person.disputed.has(id),
      );
      if (charge === undefined) return;
      person.disputed.add(charge.id);
      // Whether it goes on is the policy on disputes, which `disputes.test.ts` holds.
      person.ended.add(found.id);
      await play.stage.stripe.dispute(charge.id);
    });
  },

  loseBilling: async (_play, person) => {
    person.billingLost = true;
    await person.fleet.site.put(`billing/${person.user.uid}`, null);
    if (person.erased !== undefined) person.erased = await recordsOf(person);
    return 'the bookkeeping';
  },

  backUp: async ({ habits }, { fleet: { site } }) => {
    habits.backups.set(site.name, await site.get(''));
    return 'the database';
  },

  restoreBackup: async ({ habits, people }, { fleet }) => {
    await fleet.site.put('', habits.backups.get(fleet.site.name) ?? null);
    for (const person of people) {
      if (person.fleet !== fleet) continue;
      person.billingLost = true;
      if (person.erased !== undefined) person.erased = await recordsOf(person);
    }
    return habits.backups.has(fleet.site.name) ? 'the backup' : 'an empty database';
  },

  refuseRefunds: async ({ stage }, _person, which) => {
    const refundRefusal = which % 3 === 0 ? 'none' : 'insufficient_balance';
    await stage.stripe.setSwitches({ refundRefusal });
    return refundRefusal;
  },

  delayLists: async ({ stage, habits }, _person, which) => {
    const seconds = which % 3 === 0 ? 0 : 60;
    if (seconds > 0) habits.lateLists = true;
    await stage.stripe.setSwitches({ listDelaySeconds: seconds, searchDelaySeconds: seconds });
    return `${seconds} s`;
  },

  /** A 500 once execution has begun, which is kept under the key: its effect is undone, or stays. */
  breakRequest: async ({ stage }, _person, which) => {
    const path = pick(BROKEN, which) ?? BROKEN[0];
    const kind = which % 3 === 0 ? 'error' : 'error_after';
    await stage.stripe.addFault({ kind, path, method: 'POST' });
    return `${kind} at ${path}`;
  },

  eraseAccount: async (_play, person, which) => {
    const { fleet, user } = person;
    if (person.erased !== undefined) return undefined;
    fleet.erased.add(user.uid);
    if (which % 2 === 0) {
      await fleet.site.put(`billing/${user.uid}`, null);
      await fleet.site.put(`users/${user.uid}`, null);
    }
    person.erased = await recordsOf(person);
    return which % 2 === 0 ? 'with the records' : 'in Firebase alone';
  },

  goLive: async (_play, { fleet }) => {
    if (fleet.livemode) return undefined;
    fleet.goLive();
    return 'the live key';
  },
} satisfies Record<string, TakeStep>;

/** Both records of a person, for comparison. */
export async function recordsOf({ fleet: { site }, user: { uid } }: Person): Promise<string> {
  return JSON.stringify([await site.get(`billing/${uid}`), await site.get(`users/${uid}`)]);
}
