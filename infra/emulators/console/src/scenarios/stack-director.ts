import { part } from '../model/sources.ts';
import { reasonIn } from '../reason-in.ts';
import type { RunningScenario } from '../rows.ts';
import type { ConsoleTargets } from '../targets/console-targets.ts';
import { type Conditions, readConditions } from './conditions.ts';
import type { StackScenario } from './scenario.ts';
import { STACK_SCENARIOS } from './stack-scenarios.ts';

interface Watch {
  readonly until: number;
  readonly timer: NodeJS.Timeout;
}

/** Begins and ends the scenarios of one namespace's stack, at once or after a time. */
export class StackDirector {
  readonly #targets: ConsoleTargets;
  readonly #onEnd: () => void;
  readonly #watches = new Map<string, Watch>();
  readonly #problems = new Map<string, string>();
  /** The scenarios begun here; several look the same to the emulators. */
  readonly #begun = new Set<string>();

  constructor(targets: ConsoleTargets, onEnd: () => void) {
    this.#targets = targets;
    this.#onEnd = onEnd;
  }

  /** Ends by itself after `minutes`, unless they are null. */
  async start(id: string, minutes: number | null): Promise<string> {
    const scenario = required(id);
    const alike = (await this.#holding()).filter(
      (each) => each.end !== scenario.end && isAlike(each, scenario),
    );
    for (const each of alike) await this.end(each.id);
    this.#forget(id);
    await scenario.start(this.#targets);
    this.#begun.add(id);
    if (minutes !== null) this.#endAfter(scenario, minutes * 60_000);
    return `${scenario.title}${minutes === null ? '' : `, for ${minutes} min`}.`;
  }

  async end(id: string): Promise<string> {
    const scenario = required(id);
    this.#forget(id);
    await scenario.end(this.#targets);
    return `Ended: ${scenario.title}.`;
  }

  /** Also removes faults that are no scenario. */
  async endAll(): Promise<string> {
    for (const { id } of await this.#holding()) await this.end(id);
    const { stripe, scheduling } = this.#targets;
    await Promise.all([part(stripe.clearFaults()), part(scheduling.clearFaults())]);
    await part(stripe.planDeliveries({ delayMs: 0, copies: 1 }));
    return 'Everything works as usual.';
  }

  running(conditions: Conditions): RunningScenario[] {
    const holding = this.#holdingIn(conditions);
    for (const id of [...this.#begun]) if (!holding.some((each) => each.id === id)) this.#forget(id);
    return holding.map(({ id, title }) => {
      const until = this.#watches.get(id)?.until;
      return {
        id,
        title,
        until: until === undefined ? null : new Date(until).toISOString(),
        problem: this.#problems.get(id) ?? null,
      };
    });
  }

  close(): void {
    for (const { timer } of this.#watches.values()) clearTimeout(timer);
  }

  async #holding(): Promise<StackScenario[]> {
    return this.#holdingIn(await readConditions(this.#targets));
  }

  /** Returns the scenarios that hold. If several look the same, only the one begun here or else the first. */
  #holdingIn(conditions: Conditions): StackScenario[] {
    const holding = STACK_SCENARIOS.filter((each) => each.holds(conditions));
    return holding.filter((each) => {
      const alike = holding.filter((other) => isAlike(each, other));
      return each === (alike.find(({ id }) => this.#begun.has(id)) ?? alike[0]);
    });
  }

  #endAfter(scenario: StackScenario, ms: number): void {
    const timer = setTimeout(() => {
      this.end(scenario.id).then(this.#onEnd, (error: unknown) => {
        this.#problems.set(scenario.id, reasonIn(error));
        this.#onEnd();
      });
    }, ms).unref();
    this.#watches.set(scenario.id, { until: Date.now() + ms, timer });
  }

  #forget(id: string): void {
    clearTimeout(this.#watches.get(id)?.timer);
    this.#watches.delete(id);
    this.#problems.delete(id);
    this.#begun.delete(id);
  }
}

/** Scenarios that hold webhooks begin alike and differ in how they end. */
function isAlike(one: StackScenario, other: StackScenario): boolean {
  return one.start === other.start;
}

function required(id: string): StackScenario {
  const found = STACK_SCENARIOS.find((each) => each.id === id);
  if (found === undefined) throw new RangeError(`There is no scenario ${id}.`);
  return found;
}
