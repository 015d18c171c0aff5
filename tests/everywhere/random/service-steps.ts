import { atStripe, listLive } from './operator-steps.ts';
import type { Person } from './person.ts';
import { pick, type TakeStep } from './take-step.ts';

const BROKEN = ['/v1/customers', '/v1/checkout/sessions', '/v1/refunds', '/v1/subscriptions/:id'] as const;

/** Faults of the services and changes to their data. */
export const SERVICE_STEPS = {
  dispute: async (play, person, which) => {
    const live = await listLive(play, person);
    const found = pick(live, which);
    if (found === undefined) return undefined;
    return atStripe(found.id, async () => {
      const { data } = await person.fleet.sdk.charges.list({ customer: String(found.customer) });
      const charge = data.find(
        // The list may predate another dispute of the same round.
        ({ id, paid, disputed, refunded }) => paid && !disputed && !refunded && !person.disputed.has(id),
      );
      if (charge === undefined) return;
      person.disputed.add(charge.id);
      // `disputes.test.ts` covers whether the subscription ends. Any of the customer's may have taken the payment.
      for (const { id } of live) person.ended.add(id);
      await play.stage.stripe.dispute(charge.id);
    });
  },

  loseBilling: async (_play, person) => {
    person.billingLost = true;
    await person.fleet.site.put(`billing/${person.user.uid}`, null);
    if (person.fleet.erased.has(person.user.uid)) person.erased = await readRecords(person);
    return 'the billing record';
  },

  backUp: async ({ external }, { fleet: { site } }) => {
    external.backups.set(site.name, await site.get(''));
    return 'the database';
  },

  restoreBackup: async ({ external, people }, { fleet }) => {
    await fleet.site.put('', external.backups.get(fleet.site.name) ?? null);
    for (const person of people) {
      if (person.fleet !== fleet) continue;
      person.billingLost = true;
      if (fleet.erased.has(person.user.uid)) person.erased = await readRecords(person);
    }
    return external.backups.has(fleet.site.name) ? 'the backup' : 'an empty database';
  },

  rejectRefunds: async ({ stage }, _person, which) => {
    const refundRefusal = which % 3 === 0 ? 'none' : 'insufficient_balance';
    await stage.stripe.setSwitches({ refundRefusal });
    return refundRefusal;
  },

  delayLists: async ({ stage, external }, _person, which) => {
    const seconds = which % 3 === 0 ? 0 : 60;
    if (seconds > 0) external.lateLists = true;
    await stage.stripe.setSwitches({ listDelaySeconds: seconds, searchDelaySeconds: seconds });
    return `${seconds} s`;
  },

  /** Fails one request with a 500 that Stripe replays for its key; `error_after` keeps the effect. */
  breakRequest: async ({ stage }, _person, which) => {
    const path = pick(BROKEN, which) ?? BROKEN[0];
    const kind = which % 3 === 0 ? 'error' : 'error_after';
    await stage.stripe.addFault({ kind, path, method: 'POST' });
    return `${kind} at ${path}`;
  },

  eraseAccount: async (_play, person, which) => {
    const { fleet, user } = person;
    if (fleet.erased.has(user.uid)) return undefined;
    fleet.erased.add(user.uid);
    if (which % 2 === 0) {
      await fleet.site.put(`billing/${user.uid}`, null);
      await fleet.site.put(`users/${user.uid}`, null);
    }
    person.erased = await readRecords(person);
    return which % 2 === 0 ? 'with the records' : 'in Firebase only';
  },

  goLive: async (_play, { fleet }) => {
    if (fleet.livemode) return undefined;
    fleet.goLive();
    return 'the live key';
  },
} satisfies Record<string, TakeStep>;

/** Serialises both records of a user for comparison. */
export async function readRecords({ fleet: { site }, user: { uid } }: Person): Promise<string> {
  return JSON.stringify([await site.get(`billing/${uid}`), await site.get(`users/${uid}`)]);
}
