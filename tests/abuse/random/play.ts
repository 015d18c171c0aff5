import { AppError } from '@outharbor/api/errors/app-error';
import { reconcileAll } from '@outharbor/api/reconciler/reconcile-all';
import { lookupKeyOf, PLANS, productIdOf } from '@outharbor/contract/plans';
import { ApiFleet, type Outcome } from './api-fleet.ts';
import { EventCourier } from './event-courier.ts';
import { type Violation, violationsOf } from './oracle.ts';
import type { Person } from './person.ts';
import type { Schedule, Step } from './schedule.ts';
import type { Stage } from './stage.ts';
import { ALONE, STEPS } from './steps.ts';
import { virtualClock } from './virtual-clock.ts';

/** Stripe's and the database's habits, as they stand in this schedule. */
export interface Habits {
  lateLists: boolean;
  /** Prices were changed at Stripe, so that there may be nothing to sell. */
  repriced: boolean;
  readonly deletedCustomers: Set<string>;
  readonly backups: Map<string, unknown>;
}

export interface Foreign {
  readonly fleet: ApiFleet;
  readonly livemode: boolean;
  readonly subscription: string;
  readonly customer: string;
  readonly openSession: string;
  /** Whether Stripe's lists may not have shown it at first. */
  readonly listedLate: boolean;
}

/** One schedule while it is played. */
export class Play {
  readonly trace: string[] = [];
  readonly stage: Stage;
  readonly fleets: readonly ApiFleet[];
  readonly people: readonly Person[];
  readonly cast: readonly Person[];
  readonly couriers: ReadonlyMap<ApiFleet, EventCourier>;
  readonly foreign: Foreign[] = [];
  readonly habits: Habits = {
    lateLists: false,
    repriced: false,
    deletedCustomers: new Set(),
    backups: new Map(),
  };
  readonly #violations: Violation[] = [];
  readonly #schedule: Schedule;
  #calls = 0;
  #isCalm = false;
  /** While there are any, nothing outside can be reached. */
  #outages = 0;

  constructor(stage: Stage, schedule: Schedule) {
    this.stage = stage;
    this.#schedule = schedule;
    const strikes = new Map(schedule.strikes.map(({ call, fault }) => [call, fault]));
    const nextFault = () => {
      this.#calls += 1;
      if (this.#isCalm) return undefined;
      return this.#outages > 0 ? 'fail_before' : strikes.get(this.#calls);
    };
    this.fleets = stage.sites.map((site) => new ApiFleet(stage, site, schedule.processes, nextFault));
    this.couriers = new Map(this.fleets.map((fleet) => [fleet, new EventCourier(stage, fleet)]));
    const [production, staging] = this.fleets;
    if (production === undefined || staging === undefined) throw new Error('a deployment is missing');
    const ada = personOf('ada', production);
    // One of them does the most, so that much happens to one person.
    this.cast = [ada, ada, personOf('ada', staging), ada, personOf('bob', production)];
    this.people = [...new Set(this.cast)];
  }

  async play(): Promise<readonly Violation[]> {
    for (const round of this.#schedule.rounds) {
      virtualClock.pass(1);
      for (const step of round.filter(({ act }) => ALONE.has(act))) {
        await this.idle();
        await this.#take(step);
      }
      await Promise.all(round.filter(({ act }) => !ALONE.has(act)).map((step) => this.#take(step)));
    }
    await this.#settle();
    return this.#violations.concat(await violationsOf(this));
  }

  note(violation: Violation): void {
    this.#violations.push(violation);
  }

  async idle(): Promise<void> {
    await Promise.all(this.fleets.map((fleet) => fleet.idle()));
  }

  async duringOutage(work: () => Promise<void>): Promise<void> {
    this.#outages += 1;
    await work();
    this.#outages -= 1;
  }

  async passTime(seconds: number): Promise<void> {
    virtualClock.pass(seconds);
    await this.stage.stripe.advanceTime({});
  }

  /** Everything that the reconciler does in a day. */
  async reconcile(fleet: ApiFleet, which = 0): Promise<void> {
    const outcome = await fleet.run(which, (context) => reconcileAll(context));
    if (this.#isCalm && (outcome instanceof AppError || outcome === 'killed')) {
      throw new Error('the reconciler fails in a calm', { cause: outcome });
    }
  }

  /** Our own fault is never an answer. */
  judge(outcome: Outcome<unknown>): string {
    if (!(outcome instanceof AppError)) return outcome === 'killed' ? 'killed' : 'done';
    if (outcome.code === 'internal_error' && !this.habits.repriced) {
      this.note(`internal error: ${outcome.cause}`);
    }
    return outcome.code;
  }

  async #take({ act, who, which }: Step): Promise<void> {
    const person = this.cast[who % this.cast.length];
    if (person === undefined) throw new Error('there is nobody');
    const told = await STEPS[act](this, person, which);
    if (told !== undefined) this.trace.push(`${person.name} ${act}: ${told}`);
  }

  /** Everything works again, and what was left lying is done. */
  async #settle(): Promise<void> {
    await this.idle();
    this.#isCalm = true;
    await this.stage.stripe.clearFaults();
    await this.stage.stripe.setSwitches({
      refundRefusal: 'none',
      listDelaySeconds: 0,
      searchDelaySeconds: 0,
    });
    if (this.habits.repriced) await this.#sellAgain();
    // Twice, because the first round may itself end a second subscription, of which Stripe then tells.
    for (let round = 0; round < 2; round += 1) {
      for (const fleet of this.fleets) {
        if (!this.#schedule.deliveriesEnd) await this.couriers.get(fleet)?.settle();
        await this.reconcile(fleet);
      }
    }
  }

  async #sellAgain(): Promise<void> {
    for (const sdk of [this.stage.test, this.stage.live]) {
      for (const plan of PLANS) {
        await sdk.prices.create({
          product: productIdOf(plan),
          currency: 'usd',
          unit_amount: plan.price * 100,
          recurring: { interval: 'month' },
          lookup_key: lookupKeyOf(plan),
          transfer_lookup_key: true,
        });
      }
    }
    this.habits.repriced = false;
    await this.passTime(61);
  }
}

function personOf(uid: string, fleet: ApiFleet): Person {
  return {
    name: `${uid}@${fleet.site.name}`,
    fleet,
    user: { uid, email: `${uid}@example.com`, name: uid, signedInAt: 0 },
    sessions: [],
    given: new Set(),
    ended: new Set(),
    mayPayTwice: false,
    disputed: new Set(),
    billingLost: false,
    erased: undefined,
  };
}
