import { part } from '../model/sources.ts';
import { reasonIn } from '../reason-in.ts';
import type { ConsoleTargets } from '../targets/console-targets.ts';
import { type Conditions, readConditions } from './conditions.ts';
import type { StackScenario } from './scenario.ts';
import { STACK_SCENARIOS } from './stack-scenarios.ts';

/** Begins and ends the scenarios of one namespace's stack, at once or after a time. */
export function stackDirector(targets: ConsoleTargets, onEnd: () => void) {
  const watches = new Map<string, { readonly until: number; readonly timer: NodeJS.Timeout }>();
  const problems = new Map<string, string>();
  /** The scenarios begun here; several look the same to the emulators. */
  const begun = new Set<string>();
  /** Returns the scenarios that hold. If several look the same, only the one begun here or else the first. */
  const holdingIn = (conditions: Conditions): StackScenario[] => {
    const holding = STACK_SCENARIOS.filter((each) => each.holds(conditions));
    return holding.filter((each) => {
      const alike = holding.filter((other) => isAlike(each, other));
      return each === (alike.find(({ id }) => begun.has(id)) ?? alike[0]);
    });
  };
  const forget = (id: string): void => {
    clearTimeout(watches.get(id)?.timer);
    watches.delete(id);
    problems.delete(id);
    begun.delete(id);
  };
  const end = async (id: string): Promise<string> => {
    const scenario = required(id);
    forget(id);
    await scenario.end(targets);
    return `Ended: ${scenario.title}.`;
  };
  const endAfter = ({ id }: StackScenario, ms: number): void => {
    const timer = setTimeout(() => {
      end(id).then(onEnd, (error: unknown) => {
        problems.set(id, reasonIn(error));
        onEnd();
      });
    }, ms).unref();
    watches.set(id, { until: Date.now() + ms, timer });
  };
  return {
    /** Ends by itself after `minutes`, unless they are null. */
    start: async (id: string, minutes: number | null): Promise<string> => {
      const scenario = required(id);
      const alike = holdingIn(await readConditions(targets)).filter(
        (each) => each.end !== scenario.end && isAlike(each, scenario),
      );
      for (const each of alike) await end(each.id);
      forget(id);
      await scenario.start(targets);
      begun.add(id);
      if (minutes !== null) endAfter(scenario, minutes * 60_000);
      return `${scenario.title}${minutes === null ? '' : `, for ${minutes} min`}.`;
    },
    end,
    /** Also removes faults that are no scenario. */
    endAll: async (): Promise<string> => {
      for (const { id } of holdingIn(await readConditions(targets))) await end(id);
      const { stripe, scheduling } = targets;
      await Promise.all([part(stripe.clearFaults()), part(scheduling.clearFaults())]);
      await part(stripe.planDeliveries({ delayMs: 0, copies: 1 }));
      return 'Everything works as usual.';
    },
    running: (conditions: Conditions) => {
      const holding = holdingIn(conditions);
      for (const id of [...begun]) if (!holding.some((each) => each.id === id)) forget(id);
      return holding.map(({ id, title }) => {
        const until = watches.get(id)?.until;
        return {
          id,
          title,
          /** When it ends by itself; null while it lasts until somebody ends it. */
          until: until === undefined ? null : new Date(until).toISOString(),
          /** Why it could not end by itself. */
          problem: problems.get(id) ?? null,
        };
      });
    },
    close: (): void => {
      for (const { timer } of watches.values()) clearTimeout(timer);
    },
  };
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
