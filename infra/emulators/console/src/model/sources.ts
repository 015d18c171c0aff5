import type { EmulatorState } from '@outharbor/scheduling-emulator/control-client';
import { reasonIn } from '../reason-in.ts';
import type { Part, RequestRow, RequestSource, ServiceHealth, ServiceName } from '../rows.ts';
import { absenceIn, type ConsoleTargets } from '../targets/console-targets.ts';
import type { Account, Mail } from '../targets/identity-target.ts';
import type { Followed } from './followed.ts';
import type { Kept } from './kept.ts';
import type { ServiceCopies } from './service-copies.ts';
import type { StripeSource } from './stripe-source.ts';

/** What the services hold, as they answer it. */
export interface Sources {
  readonly accounts: Part<readonly Account[]>;
  readonly mails: Part<readonly Mail[]>;
  readonly stripe: Part<StripeSource>;
  readonly scheduling: Part<EmulatorState>;
  readonly requests: Readonly<Record<RequestSource, Part<readonly Kept<RequestRow>[]>>>;
  readonly health: readonly ServiceHealth[];
}

/** Follows what the people and the overview need; the rest of Stripe is followed when it is asked for. */
export async function readSources(targets: ConsoleTargets, copies: ServiceCopies): Promise<Sources> {
  const { identity, scheduling } = targets;
  const followed = async <Copy>(source: Pick<Followed<never, Copy>, 'follow' | 'copies'>) => {
    await source.follow();
    return source.copies;
  };
  const { requests } = copies;
  const [
    accounts,
    mails,
    stripe,
    ofScheduling,
    database,
    stripeLog,
    identityLog,
    databaseLog,
    schedulingLog,
    apiLog,
  ] = await Promise.all([
    part(followed(copies.accounts)),
    part(identity.mails()),
    part(copies.stripe.followPeople().then(() => copies.stripe)),
    part(scheduling.state()),
    part(targets.database.read('console-health')),
    part(followed(requests.stripe)),
    part(followed(requests.identity)),
    part(followed(requests.database)),
    part(followed(requests.scheduling)),
    part(followed(requests.api)),
  ]);
  return {
    accounts,
    mails,
    stripe,
    scheduling: ofScheduling,
    requests: {
      stripe: stripeLog,
      identity: identityLog,
      database: databaseLog,
      scheduling: schedulingLog,
      api: apiLog,
    },
    // Through a port that answers: a service in a container may publish no control port.
    health: [
      readHealth('stripe', stripe),
      readHealth('identity', mails),
      readHealth('database', database),
      readHealth('scheduling', ofScheduling),
    ],
  };
}

function readHealth(name: ServiceName, answered: Part<unknown>): ServiceHealth {
  return { name, ok: answered.ok, detail: answered.ok ? 'running' : answered.reason };
}

export async function part<T>(reading: Promise<T>): Promise<Part<T>> {
  try {
    return { ok: true, value: await reading };
  } catch (error) {
    const reason = reasonIn(error);
    return { ok: false, reason: absenceIn(reason) ?? reason };
  }
}

export function valueIn<T, Fallback>(found: Part<T>, fallback: Fallback): T | Fallback {
  return found.ok ? found.value : fallback;
}
