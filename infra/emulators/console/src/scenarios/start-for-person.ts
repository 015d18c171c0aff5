import type { Model } from '../model/model.ts';
import type { ScenarioCard } from '../rows.ts';
import type { ConsoleTargets } from '../targets/console-targets.ts';
import { PERSON_SCENARIOS } from './person-scenarios.ts';
import { findLack } from './scenario.ts';
import { settled } from './settled.ts';
import { requireSubject } from './subject.ts';

/** What can happen to a person, and why some of it cannot yet. Throws a RangeError for an unknown person. */
export function personScenarioCards(model: Model, person: string): ScenarioCard[] {
  const subject = requireSubject(model, person);
  return PERSON_SCENARIOS.map((scenario) => {
    const { start: _start, needs: _needs, code, ...words } = scenario;
    return { ...words, code: code(subject), lacks: findLack(scenario, subject) };
  });
}

/** Resolves with a sentence that describes the result. Throws a RangeError for what cannot start. */
export async function startForPerson(
  targets: ConsoleTargets,
  model: Model,
  id: string,
  person: string,
): Promise<string> {
  const subject = requireSubject(model, person);
  const scenario = PERSON_SCENARIOS.find((each) => each.id === id);
  if (scenario === undefined) throw new RangeError(`There is no scenario ${id} for a person.`);
  const lack = findLack(scenario, subject);
  if (lack !== null) throw new RangeError(lack);
  await scenario.start(targets, subject);
  return `${scenario.title}: ${subject.email}.${await settled(targets)}`;
}
