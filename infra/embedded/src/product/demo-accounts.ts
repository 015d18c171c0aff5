import type { ConsoleTargets, Seed } from '@outharbor/console';
import { API_PATHS } from '@outharbor/contract/paths';
import type { PlanPrice } from '@outharbor/contract/plans';
import { NEXT } from '@outharbor/contract/testing/plans';
import type { UserRecord } from '@outharbor/contract/user-record';

const PASSWORD = 'outharbor-demo';

const USERS = [
  { name: 'Ada Okafor', email: 'ada.okafor@example.com', subscribed: false },
  { name: 'Jonas Lind', email: 'jonas.lind@example.com', subscribed: true },
] as const;

/**
 * Seeds two accounts, one with a paid plan, and three bookings. Everything is created through the visitors'
 * own calls, so the data is what the product itself would have created.
 */
export const seed: Seed = async (targets) => {
  for (const user of USERS) await seedUser(targets, user);
  await targets.scheduling.seed();
  await targets.stripe.settle();
  return `Seeded: ${USERS.map(({ email }) => email).join(' and ')}, password ${PASSWORD}`;
};

async function seedUser(targets: ConsoleTargets, user: (typeof USERS)[number]): Promise<void> {
  const { name, email } = user;
  const account = await targets.identity.signUp({ email, password: PASSWORD, name });
  const record: UserRecord = { uid: account.uid, email, userName: name };
  await targets.database.write(`users/${account.uid}`, record);
  if (!user.subscribed) return;
  const session = await createCheckoutSession(targets, account, NEXT.price);
  const { result } = await targets.stripe.pay(session, { card: 'visa' });
  if (result !== 'complete') throw new Error(`The seeded payment ended as ${result}.`);
}

/** Calls the product's API as the site does. */
async function createCheckoutSession(
  { apiUrl }: ConsoleTargets,
  { uid, idToken }: { readonly uid: string; readonly idToken: string },
  plan: PlanPrice,
): Promise<string> {
  const response = await fetch(`${apiUrl}${API_PATHS.createCheckoutSession}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ plan, customerId: uid }),
    signal: AbortSignal.timeout(5_000),
  });
  if (!response.ok)
    throw new Error(`Creating a checkout session returned ${response.status}: ${await response.text()}`);
  const { session } = (await response.json()) as { readonly session: { readonly id: string } };
  return session.id;
}
