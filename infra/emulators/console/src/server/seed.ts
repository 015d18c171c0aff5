import { PLANS } from '@outharbor/contract/plans';
import type { UserRecord } from '@outharbor/contract/user-record';
import type { ConsoleTargets } from '../targets/console-targets.ts';

const PASSWORD = 'outharbor-demo';

const USERS = [
  { name: 'Ada Okafor', email: 'ada.okafor@example.com', subscribed: false },
  { name: 'Jonas Lind', email: 'jonas.lind@example.com', subscribed: true },
] as const;

/**
 * Two accounts, one of them with a paid plan, and three bookings. All of it goes the way a visitor goes, so what is
 * seeded is what the product itself would have made.
 */
export async function seed(targets: ConsoleTargets): Promise<string> {
  for (const user of USERS) await seedUser(targets, user);
  await targets.scheduling.seed();
  await targets.stripe.settle();
  return `Seeded: ${USERS.map(({ email }) => email).join(' and ')}, password ${PASSWORD}`;
}

async function seedUser(targets: ConsoleTargets, user: (typeof USERS)[number]): Promise<void> {
  const { name, email } = user;
  const account = await targets.identity.signUp({ email, password: PASSWORD, name });
  const record: UserRecord = { uid: account.uid, email, userName: name };
  await targets.database.write(`users/${account.uid}`, record);
  if (!user.subscribed) return;
  const session = await targets.site.createCheckoutSession(account, PLANS[1].price);
  const { result } = await targets.stripe.pay(session, { card: 'visa' });
  if (result !== 'complete') throw new Error(`The seeded payment was ${result}.`);
}
