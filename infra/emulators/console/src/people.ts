import { addPeople } from './seeds/add-people.ts';
import { checkPeopleSeed, type PeopleSeed } from './seeds/people-seed.ts';
import { connectTargets } from './targets/console-targets.ts';

export { PEOPLE_SCHEMA, type PeopleSeed, READY_PEOPLE } from './seeds/people-seed.ts';

interface Reachable {
  readonly url: string;
  readonly controlUrl: string | undefined;
}

interface Services {
  readonly stripe?: (Reachable & { readonly secretKey: string }) | undefined;
  readonly identity?: Reachable | undefined;
  readonly database?: Reachable | undefined;
  readonly scheduling?: Reachable | undefined;
}

/** Adds people to running emulators. Resolves with a sentence that describes the result. */
export async function addPeopleTo(
  { stripe, identity, database, scheduling }: Services,
  projectId: string,
  list: PeopleSeed,
): Promise<string> {
  const { people } = checkPeopleSeed(list);
  const targets = connectTargets({
    identityUrl: identity?.url,
    identityControlUrl: identity?.controlUrl,
    databaseUrl: database?.url,
    databaseControlUrl: database?.controlUrl,
    stripeUrl: stripe?.url,
    stripeControlUrl: stripe?.controlUrl,
    stripeSecretKey: stripe?.secretKey,
    schedulingControlUrl: scheduling?.controlUrl,
    projectId,
    databaseNamespace: `${projectId}-default-rtdb`,
  });
  return addPeople(targets, people);
}
