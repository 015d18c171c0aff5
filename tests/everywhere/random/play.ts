import { AppError } from '@outharbor/api/errors/app-error';
import { reconcileAll } from '@outharbor/api/reconciler/reconcile-all';
import { PLANS } from '@outharbor/contract/plans';
import { makePrice } from '../../support/abuse/purchases.ts';
import { ApiFleet, type Outcome } from './api-fleet.ts';
import { EventCourier } from './event-courier.ts';
import { findViolations } from './oracle.ts';
import type { Person } from './person.ts';
import type { ExternalState, Foreign, Play, Violation } from './play-state.ts';
import { brokenPolicies } from './policy-invariants.ts';
import type { Act, Schedule, Step } from './schedule.ts';
import { EXCLUSIVE, STEPS } from './schedule-steps.ts';
import type { Stage } from './stage.ts';
import { virtualClock } from './virtual-clock.ts';

/** How often each act was possible, in all schedules. */
export const played = new Map<Act, number>();

/** One run of a schedule. */
export class RunningPlay implements Play {
  readonly trace: string[] = [];
  readonly stage: Stage;
  readonly fleets: readonly ApiFleet[];
  readonly people: readonly Person[];
  readonly cast: readonly Person[];
  readonly couriers: ReadonlyMap<ApiFleet, EventCourier>;
  readonly foreign: Foreign[] = [];
  readonly external: ExternalState = {
    lateLists: false,
    repriced: false,
    portalOff: false,
    deletedCustomers: new Set(),
    backups: new Map(),
  };
  readonly #violations: Violation[] = [];
  readonly #schedule: Schedule;
  #calls = 0;
  #isSettling = false;
  /** While this is above zero, every gateway call fails. */
  #outages = 0;

  constructor(stage: Stage, schedule: Schedule) {
    this.stage = stage;
    this.#schedule = schedule;
    const faults = new Map(schedule.faults.map(({ call, fault }) => [call, fault]));
    const nextFault = () => {
      this.#calls += 1;
      if (this.#isSettling) return undefined;
      return this.#outages > 0 ? 'fail_before' : faults.get(this.#calls);
    };
    this.fleets = stage.sites.map((site, index) => {
      const { processes, clocks } = schedule;
      return new ApiFleet(stage, site, { processes, aheadSeconds: clocks[index] ?? 0 }, nextFault);
    });
    this.couriers = new Map(this.fleets.map((fleet) => [fleet, new EventCourier(stage, fleet)]));
    const [production, staging] = this.fleets;
    if (production === undefined || staging === undefined) throw new Error('a deployment is missing');
    const ada = makePerson('ada', production);
    // One user takes most of the steps, so that more of them interact.
    this.cast = [ada, ada, makePerson('ada', staging), ada, makePerson('bob', production)];
    this.people = [...new Set(this.cast)];
  }

  async play(): Promise<readonly Violation[]> {
    for (const round of this.#schedule.rounds) {
      virtualClock.pass(1);
      for (const step of round.filter(({ act }) => EXCLUSIVE.has(act))) {
        await this.idle();
        await this.#take(step);
      }
      await Promise.all(round.filter(({ act }) => !EXCLUSIVE.has(act)).map((step) => this.#take(step)));
    }
    await this.#settle();
    return this.#violations.concat(await findViolations(this), await brokenPolicies(this));
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

  /** Runs everything the reconciler does in a day. */
  async reconcile(fleet: ApiFleet, which = 0): Promise<void> {
    const outcome = await fleet.run(which, (context) => reconcileAll(context, { evenMany: true }));
    if (this.#isSettling && (outcome instanceof AppError || outcome === 'killed')) {
      throw new Error('the reconciler fails without injected faults', { cause: outcome });
    }
  }

  /** Returns a short outcome for the trace, and notes an internal error as a violation. */
  toOutcome(outcome: Outcome<unknown>): string {
    if (!(outcome instanceof AppError)) return outcome === 'killed' ? 'killed' : 'done';
    const mayBeRejected = this.external.portalOff && outcome.code === 'dependency_rejected';
    if (['internal_error', 'dependency_rejected'].includes(outcome.code) && !mayBeRejected) {
      this.note(`${outcome.code}: ${outcome.cause}`);
    }
    return outcome.code;
  }

  async #take({ act, who, which }: Step): Promise<void> {
    const person = this.cast[who % this.cast.length];
    if (person === undefined) throw new Error('the schedule has no users');
    const detail = await STEPS[act](this, person, which);
    if (detail === undefined) return;
    played.set(act, (played.get(act) ?? 0) + 1);
    this.trace.push(`${person.name} ${act}: ${detail}`);
  }

  /** Ends all faults and processes everything that is pending. */
  async #settle(): Promise<void> {
    await this.idle();
    this.#isSettling = true;
    await this.stage.stripe.clearFaults();
    this.external.portalOff = false;
    await this.stage.stripe.setSwitches({
      refundRefusal: 'none',
      listDelaySeconds: 0,
      searchDelaySeconds: 0,
    });
    if (this.external.repriced) await this.#restorePrices();
    // Twice, because the first round may end a duplicate subscription, for which Stripe sends new events.
    for (let round = 0; round < 2; round += 1) {
      for (const fleet of this.fleets) {
        if (!this.#schedule.deliveriesEnd) await this.couriers.get(fleet)?.settle();
        await this.reconcile(fleet);
      }
      // Refunds that are pending are decided.
      await this.passTime(10);
    }
  }

  async #restorePrices(): Promise<void> {
    for (const sdk of [this.stage.test, this.stage.live]) {
      for (const plan of PLANS) await makePrice({ sdk }, plan);
    }
    this.external.repriced = false;
    await this.passTime(61);
  }
}

function makePerson(uid: string, fleet: ApiFleet): Person {
  return {
    name: `${uid}@${fleet.site.name}`,
    fleet,
    user: { uid, email: `${uid}@example.com`, name: uid, signedInAt: 0, signInAge: 0 },
    sessions: [],
    given: new Set(),
    ended: new Set(),
    mayPayTwice: false,
    mistyped: false,
    disputed: new Set(),
    billingLost: false,
    erased: undefined,
    leftAt: undefined,
  };
}
