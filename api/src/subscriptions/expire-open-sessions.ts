import type { BaseContext } from '../base-context.ts';

/** Expires the customers' open sessions, so that none of them can be paid. */
export async function expireOpenSessions(
  { payments }: Pick<BaseContext, 'payments'>,
  customers: readonly string[],
): Promise<void> {
  const sessions = await Promise.all(customers.map((customer) => payments.listCheckoutSessions(customer)));
  const open = sessions.flat().filter(({ status }) => status === 'open');
  await Promise.all(open.map(({ id }) => payments.expireCheckoutSession(id)));
}
