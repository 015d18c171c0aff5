import { addPeople } from './seeds/add-people.ts';
import { type PeopleSeed, readPeopleSeed } from './seeds/people-seed.ts';
import { connectTargets } from './targets/console-targets.ts';
import { type RunningServices, targetAddresses } from './targets/target-addresses.ts';

export { type PeopleSeed, READY_PEOPLE, readPeopleSeed } from './seeds/people-seed.ts';

/** Adds people to running emulators. Resolves with a sentence that describes the result. */
export async function addPeopleTo(
  services: RunningServices,
  projectId: string,
  list: PeopleSeed,
  namespace: string | null = null,
): Promise<string> {
  const { people } = readPeopleSeed(list, '');
  return addPeople(connectTargets(targetAddresses(services, projectId), namespace), people);
}
