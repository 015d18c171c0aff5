import { isUid } from '@outharbor/contract/schemas';
import type { Context } from '../context.ts';
import type { CheckoutSession } from '../gateways/payment-gateway.ts';
import { adoptCustomer } from '../subscriptions/ensure-customer.ts';
import { repairUser } from './repair-user.ts';

type Deps = Pick<Context, 'payments' | 'ledger' | 'synchronisePlan'>;

/** A session that is being made right now is open and not stored yet. */
const STRAY_AFTER_SECONDS = 120;

/** Puts right what a crash or a missed delivery left of one checkout session. */
export async function repairSession(
  deps: Deps,
  session: CheckoutSession,
  nowSeconds: number,
): Promise<'agrees' | 'repaired' | 'expired'> {
  const { uid, customerId } = session;
  if (uid === undefined || !isUid(uid) || customerId === undefined) return 'agrees';
  if (session.status === 'open') return expireStray(deps, session, uid, nowSeconds);
  if (session.status !== 'complete') return 'agrees';
  await adoptCustomer(deps, uid, customerId);
  return repairUser(deps, uid);
}

async function expireStray(
  { payments, ledger }: Deps,
  session: CheckoutSession,
  uid: string,
  nowSeconds: number,
): Promise<'agrees' | 'expired'> {
  const { sessionId, planType } = await ledger.read(uid);
  const isFresh = nowSeconds - session.created < STRAY_AFTER_SECONDS;
  const mayStay = planType === undefined && (isFresh || sessionId === session.id);
  if (mayStay) return 'agrees';
  return (await payments.expireCheckoutSession(session.id)) === 'expired' ? 'expired' : 'agrees';
}
