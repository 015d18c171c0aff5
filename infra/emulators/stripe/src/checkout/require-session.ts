import type { Context } from '../context.ts';
import { noSuch } from '../http/api-error.ts';
import type { CheckoutSession } from '../state/checkout-entities.ts';

export function requireSession({ store }: Context, id: string): CheckoutSession {
  const session = store.sessions.get(id);
  if (session === undefined) throw noSuch('checkout.session', id);
  return session;
}
