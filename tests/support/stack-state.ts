import type { EmbeddedStack } from '@outharbor/embedded/embedded-stack';

const OWNER = { authorization: 'Bearer owner' };

/** Reads the state of all emulated services, for comparison. */
export async function readState({ database, identity, stripe, scheduling }: EmbeddedStack): Promise<unknown> {
  const accounts =
    '/identitytoolkit.googleapis.com/v1/projects/demo-outharbor/accounts:batchGet?maxResults=-1';
  const { now: _stripeTime, ...payments } = await stripe.state();
  const [records, users, bookings] = await Promise.all([
    read(`${database.url}/.json?ns=demo-outharbor-default-rtdb`),
    read(`${identity.url}${accounts}`),
    read(`${scheduling.controlUrl}/_emulator/state`),
  ]);
  const { bookings: booked } = bookings as { bookings: unknown };
  return { payments, records, users, booked };
}

async function read(url: string): Promise<unknown> {
  const answer = await fetch(url, { headers: OWNER });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.json();
}
