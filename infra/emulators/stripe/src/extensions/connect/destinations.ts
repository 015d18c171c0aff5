import { noSuch, rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { standing } from './account.ts';
import type { ConnectedAccount } from './account-entities.ts';

const RECEIVING = ['transfers', 'crypto_transfers', 'legacy_payments'];

/** A connected account that may receive money. */
export function requireDestination(context: Context, id: string, param = 'destination'): ConnectedAccount {
  const account = context.store.accounts.get(id);
  if (account === undefined || account.deleted) throw noSuch('destination', id, param);
  const receives = RECEIVING.some((name) => account.capabilities[name]?.requested === true);
  if (receives && standing(context, account).isActive) return account;
  throw rejected(
    `Your destination account needs to have at least one of the following capabilities enabled: ${RECEIVING.join(', ')}`,
    { code: 'insufficient_capabilities_for_transfer' },
  );
}
