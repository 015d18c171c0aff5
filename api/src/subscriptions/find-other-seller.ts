import { isUid } from '@outharbor/contract/user-record';
import type { Context } from '../context.ts';

const ASKED = 20;

/**
 * The deployment that sold the plans in the database, if this one sold none: its id was changed, or the database is
 * another deployment's. Every plan would be lost and sold again.
 */
export async function findOtherSeller({
  payments,
  ledger,
}: Pick<Context, 'payments' | 'ledger'>): Promise<string | undefined> {
  const sold = (await payments.listSoldByOthers()).filter(({ uid }) => isUid(uid)).slice(0, ASKED);
  const states = await Promise.all(sold.map(({ uid }) => ledger.read(uid)));
  return sold.find(({ id }, index) => states[index]?.subscriptionId === id)?.deployment;
}
