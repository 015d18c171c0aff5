import { readDetail } from './model/details.ts';
import type { ListQuery } from './model/model.ts';
import type { Area, Found, ListPage, RowsByArea, ScenarioCard } from './rows.ts';
import { stackScenarioCards } from './scenarios/stack-scenarios.ts';
import { personScenarioCards, startForPerson } from './scenarios/start-for-person.ts';
import { View } from './server/views.ts';
import { connectTargets } from './targets/console-targets.ts';
import { type RunningServices, targetAddresses } from './targets/target-addresses.ts';

export { AREAS } from './rows.ts';

/** The operations that the console offers to programs. */
export interface Tester {
  list(area: Area, query?: Partial<ListQuery>): Promise<ListPage<RowsByArea[Area]>>;
  search(text: string): Promise<readonly Found[]>;
  /** Undefined for an unknown id. */
  read(area: Area, id: string): Promise<object | undefined>;
  /** The scenarios of the stack, or of a person. */
  scenarios(person?: string): Promise<readonly ScenarioCard[]>;
  /** Resolves with a sentence that describes the result. A scenario of the stack ends after `minutes`, if given. */
  start(scenario: string, options?: { readonly person?: string; readonly minutes?: number }): Promise<string>;
  endScenarios(): Promise<string>;
  close(): Promise<void>;
}

export function openTester(services: RunningServices, projectId: string): Tester {
  const targets = connectTargets(targetAddresses(services, projectId));
  const view = new View(targets, { lookEveryMs: 0 });
  return {
    list: async (area, { search = '', filter, offset = 0, limit = 50 } = {}) =>
      (await view.freshModel()).list(area, { search, filter, offset, limit }),
    search: async (text) => (await view.freshModel()).search(text),
    read: async (area, id) => readDetail(targets, await view.freshModel(), area, id),
    scenarios: async (person) =>
      person === undefined
        ? stackScenarioCards(view.targets)
        : personScenarioCards(await view.freshModel(), person),
    start: async (scenario, { person, minutes } = {}) =>
      person === undefined
        ? view.director.start(scenario, minutes ?? null)
        : startForPerson(targets, await view.freshModel(), scenario, person),
    endScenarios: () => view.director.endAll(),
    close: () => view.close(),
  };
}
