import { noSuch, rejected } from '../../description/api-error.ts';
import { isObject, type JsonObject } from '../../description/json.ts';
import type { ConnectedAccount } from '../../kinds/account-contexts.ts';
import type { Context } from '../../kinds/context.ts';

const RECEIVING = ['transfers', 'crypto_transfers', 'legacy_payments'];

/** A connected account that may receive money. */
export function requireDestination(context: Context, id: string, param = 'destination'): ConnectedAccount {
  const account = context.store.accounts.get(id);
  if (account === undefined || account.deleted) throw noSuch('destination', id, param);
  const { capabilities = {} } = { ...context.installed.references.account?.show(context, id) } as JsonObject;
  if (isObject(capabilities) && RECEIVING.some((name) => capabilities[name] === 'active')) return account;
  throw rejected(
    `Your destination account needs to have at least one of the following capabilities enabled: ${RECEIVING.join(', ')}`,
    { code: 'insufficient_capabilities_for_transfer' },
  );
}
