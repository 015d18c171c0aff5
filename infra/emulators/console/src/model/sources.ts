import { reasonIn } from '../reason-in.ts';
import { type Part, type RequestRow, type RequestSource, SERVICES } from '../rows.ts';
import type { ConsoleTargets } from '../targets/console-targets.ts';
import type { Copies } from './followed.ts';
import type { Kept } from './kept.ts';
import type { ServiceCopies } from './service-copies.ts';

/** What the services hold, as they return it. */
export type Sources = Awaited<ReturnType<typeof readSources>>;

type Logs = Readonly<Record<RequestSource, Part<Copies<Kept<RequestRow>>>>>;

/** Reads everything, or only what the people need: payments, events, deliveries and requests are long. */
export async function readSources(
  targets: ConsoleTargets,
  copies: ServiceCopies,
  how: 'whole' | 'people' = 'whole',
) {
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

async function readLogs(requests: ServiceCopies['requests']): Promise<Logs> {
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
