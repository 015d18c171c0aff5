import type { RequestSummary } from '@outharbor/emulator-kit/request-log';
import type { EmulatorState } from '@outharbor/scheduling-emulator/control-client';
import { reasonIn } from '../reason-in.ts';
import type { Part, RequestRow, RequestSource, ServiceHealth, ServiceName } from '../rows.ts';
import { absenceIn, type ConsoleTargets } from '../targets/console-targets.ts';
import type { Account, Mail } from '../targets/identity-target.ts';
import type { StripeSource } from './stripe-source.ts';

/** What the services hold, as they answer it. */
export interface Sources {
  readonly accounts: Part<readonly Account[]>;
  readonly mails: Part<readonly Mail[]>;
  readonly stripe: Part<StripeSource>;
  readonly scheduling: Part<EmulatorState>;
  readonly requests: Readonly<Record<RequestSource, Part<readonly RequestRow[]>>>;
  readonly health: readonly ServiceHealth[];
}

/** Follows what the people and the overview need of Stripe; the rest is followed when it is asked for. */
export async function readSources(targets: ConsoleTargets, source: StripeSource): Promise<Sources> {
  const { identity, stripe, scheduling, identityControl, databaseControl } = targets;
  const [
    accounts,
    mails,
    ofStripe,
    ofScheduling,
    stripeLog,
    identityLog,
    databaseLog,
    schedulingLog,
    health,
  ] = await Promise.all([
    part(identity.accounts()),
    part(identity.mails()),
    part(source.followPeople().then(() => source)),
    part(scheduling.state()),
    part(requestsOf('stripe', stripe)),
    part(requestsOf('identity', identityControl)),
    part(requestsOf('database', databaseControl)),
    part(requestsOf('scheduling', scheduling)),
    readHealth(targets),
  ]);
  return {
    accounts,
    mails,
    stripe: ofStripe,
    scheduling: ofScheduling,
    requests: {
      stripe: stripeLog,
      identity: identityLog,
      database: databaseLog,
      scheduling: schedulingLog,
      api: {
        ok: true,
        value: (targets.apiRequests?.list(undefined) ?? []).map((each) => requestRow('api', each)),
      },
    },
    health,
  };
}

type WithRequests = Pick<ConsoleTargets['stripe'], 'requests'>;

async function requestsOf(service: ServiceName, control: WithRequests): Promise<RequestRow[]> {
  const logged = await control.requests();
  return logged.map((each) => requestRow(service, each));
}

export function requestRow(service: RequestSource, { id, at, ...logged }: RequestSummary): RequestRow {
  const { method, url, status, durationMs, reason, requestId } = logged;
  const instant = new Date(at).toISOString();
  return { id: `${service}-${id}`, service, method, url, status, durationMs, reason, requestId, at: instant };
}

/** Through any port that answers: a service in a container may publish no control port. */
async function readHealth(targets: ConsoleTargets): Promise<ServiceHealth[]> {
  const health = async (name: ServiceName, asked: Promise<unknown>): Promise<ServiceHealth> => {
    const answered = await part(asked);
    const detail = answered.ok ? 'running' : answered.reason;
    return { name, ok: answered.ok, detail };
  };
  return Promise.all([
    health('stripe', targets.stripe.health()),
    health('identity', targets.identity.mails()),
    health('database', targets.database.read('console-health')),
    health('scheduling', targets.scheduling.health()),
  ]);
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
