import { SITE_PATHS } from '@outharbor/contract/paths';
import type { Context } from '../context.ts';
import { AppError } from '../errors/app-error.ts';

/** The address of the provider's page on which this user manages the subscription. */
export async function createPortalSession(
  { config, payments, ledger }: Pick<Context, 'config' | 'payments' | 'ledger'>,
  uid: string,
): Promise<string> {
  const { customerId, planType } = await ledger.read(uid);
  if (customerId === undefined || planType === undefined) throw new AppError('no_subscription');
  return payments.createPortalSession(customerId, `${config.publicUrl}${SITE_PATHS.pricing}`);
}
