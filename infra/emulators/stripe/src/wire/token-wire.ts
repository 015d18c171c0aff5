import type { BankToken } from '../state/account-entities.ts';
import { bankAccountWire } from './external-account-wire.ts';

export function tokenWire({ id, created, bank, used }: BankToken) {
  return {
    id,
    object: 'token',
    bank_account: bankAccountWire(bank),
    client_ip: null,
    created,
    livemode: false,
    type: 'bank_account',
    used,
  };
}
