import type { Context } from '../context.ts';

/** Afterwards no session of the customer can be paid that was open before. */
export async function expireOpenSessions(
  { payments }: Pick<Context, 'payments'>,
  customerId: string,
): Promise<void> {
  const open = await payments.listOpenCheckoutSessions(customerId);
  await Promise.all(open.map(({ id }) => payments.expireCheckoutSession(id)));
}
