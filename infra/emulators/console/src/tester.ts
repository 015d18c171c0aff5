import { readDetail } from './model/details.ts';
import type { ListQuery } from './model/model.ts';
import type { Area } from './rows.ts';
import { stackScenarioCards } from './scenarios/stack-scenarios.ts';
import { personScenarioCards, startForPerson } from './scenarios/start-for-person.ts';
import { openView } from './server/views.ts';
import { connectTargets } from './targets/console-targets.ts';
import { type RunningServices, targetAddresses } from './targets/target-addresses.ts';

export { AREAS } from './rows.ts';

interface Starting {
  readonly person?: string;
  readonly minutes?: number;
}

/** The operations that the console offers to programs. */
export type Tester = ReturnType<typeof openTester>;

export function openTester(services: RunningServices, projectId: string) {
  const targets = connectTargets(targetAddresses(services, projectId));
  const view = openView(targets, { lookEveryMs: 0 });
  return {
    list: async (area: Area, { search = '', filter, offset = 0, limit = 50 }: Partial<ListQuery> = {}) =>
      (await view.freshModel()).list(area, { search, filter, offset, limit }),
    search: async (text: string) => (await view.freshModel()).search(text),
    /** Undefined for an unknown id. */
    read: async (area: Area, id: string) => readDetail(area, targets, await view.freshModel(), id),
    /** The scenarios of the stack, or of a person. */
    scenarios: async (person?: string) =>
      person === undefined
        ? stackScenarioCards(view.targets)
        : personScenarioCards(await view.freshModel(), person),
    /** Resolves with a sentence that describes the result. A scenario of the stack ends after `minutes`, if given. */
    start: async (scenario: string, { person, minutes }: Starting = {}) =>
      person === undefined
        ? view.director.start(scenario, minutes ?? null)
        : startForPerson(targets, await view.freshModel(), scenario, person),
    endScenarios: () => view.director.endAll(),
    close: () => view.close(),
  };
}
