import type { ClockReading } from '@outharbor/emulator-kit/time-span';
import type { EmulatorState } from '@outharbor/scheduling-emulator/control-client';
import { reasonIn } from '../reason-in.ts';
import { type Part, type RequestRow, type RequestSource, SERVICES, type ServiceName } from '../rows.ts';
import type { ConsoleTargets } from '../targets/console-targets.ts';
import type { Account, Mail } from '../targets/identity-target.ts';
import type { Copies } from './followed.ts';
import type { Kept } from './kept.ts';
import type { ServiceCopies, StripeSource } from './service-copies.ts';

/** What the services hold, as they return it. */
export interface Sources {
  readonly accounts: Part<Copies<Account>>;
  readonly mails: Part<readonly Mail[]>;
  readonly stripe: Part<StripeSource>;
  /** Stripe's clock. */
  readonly clock: Part<ClockReading>;
  readonly scheduling: Part<EmulatorState>;
  /** Undefined while only people have been read. */
  readonly requests: Readonly<Record<RequestSource, Part<Copies<Kept<RequestRow>>>>> | undefined;
  readonly health: readonly { readonly name: ServiceName; readonly ok: boolean; readonly detail: string }[];
}

/** Reads everything, or only what the people need: payments, events, deliveries and requests are long. */
export async function readSources(
  targets: ConsoleTargets,
  copies: ServiceCopies,
  how: 'whole' | 'people' = 'whole',
): Promise<Sources> {
  const [accounts, mails, stripe, clock, scheduling, database, requests] = await Promise.all([
    part(copies.accounts.follow()),
    part(targets.identity.mails()),
    part(copies.stripe.follow(how)),
    part(targets.stripe.clock()),
    part(targets.scheduling.state()),
    part(targets.database.read('console-health')),
    how === 'whole' ? readLogs(copies.requests) : undefined,
  ]);
  // Read through a port that answers: a service in a container may publish no control port.
  const answers = { stripe, identity: mails, database, scheduling };
  const health = SERVICES.map((name) => {
    const { [name]: answered } = answers;
    return { name, ok: answered.ok, detail: answered.ok ? 'running' : answered.reason };
  });
  return { accounts, mails, stripe, clock, scheduling, requests, health };
}

async function readLogs(requests: ServiceCopies['requests']): Promise<NonNullable<Sources['requests']>> {
  const logs = Object.entries(requests).map(async ([service, log]) => [service, await part(log.follow())]);
  return Object.fromEntries(await Promise.all(logs));
}

export async function part<T>(reading: Promise<T>): Promise<Part<T>> {
  try {
    return { ok: true, value: await reading };
  } catch (error) {
    return { ok: false, reason: reasonIn(error) };
  }
}

/** What the reading resolves with, or the fallback where the service does not answer. */
export async function readOr<T, Fallback>(reading: Promise<T>, fallback: Fallback): Promise<T | Fallback> {
  return valueIn(await part(reading), fallback);
}

export function valueIn<T, Fallback>(found: Part<T>, fallback: Fallback): T | Fallback {
  return found.ok ? found.value : fallback;
}
