import type { Context } from '../../kinds/context.ts';
import type { CheckoutSession } from '../checkout-entities.ts';

/** The path of a session's page. An embedded session can be found only by its client secret. */
export function sessionPath({ settings }: Context, session: CheckoutSession): string {
  return `${settings.pagesPath}/c/pay/${pageName(session)}`;
}

/** The session whose path ends in `name`. */
export function sessionAt({ store }: Context, name: string): CheckoutSession | undefined {
  const session = store.sessions.get(name.split('_secret_')[0] ?? '');
  return session !== undefined && pageName(session) === name ? session : undefined;
}

function pageName({ id, embedding }: CheckoutSession): string {
  return embedding?.client_secret ?? id;
}
