import type Stripe from 'stripe';
import { externalAccountWire } from '../../customers/methods/bank-account.ts';
import {
  addBankAccount,
  type BankAccount,
  bankDetails,
  makeDefault,
  requireBank,
} from '../../customers/methods/bank-accounts.ts';
import { rejected } from '../../description/api-error.ts';
import { defined } from '../../description/json.ts';
import {
  type ConnectedAccount,
  inConnected,
  inPlatform,
  requireAccount,
} from '../../kinds/account-contexts.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, get, post } from '../../kinds/endpoint.ts';
import { emit, emitChange, required } from '../../kinds/objects.ts';
import { describedParams } from '../../kinds/params/as-described.ts';
import { changedMetadata, object } from '../../kinds/params/composite.ts';
import { oneOf, optional } from '../../kinds/params/reader.ts';
import { listFields, readPage } from '../../kinds/read-page.ts';
import { subresource } from '../../kinds/subresource.ts';
import { changeAccount } from './change-account.ts';

const PATH = '/v1/accounts/:id/external_accounts';

const described = describedParams<Stripe.AccountUpdateExternalAccountParams>(`POST ${PATH}/:id`);

const createParams = object({
  ...described('default_for_currency', 'metadata'),
  external_account: bankDetails,
});
const updateParams = object({
  ...described('account_holder_name', 'default_for_currency', 'metadata'),
  account_holder_type: optional(oneOf('company', 'individual')),
});
const listParams = object({
  ...listFields,
  ...describedParams<Stripe.AccountListExternalAccountsParams>(`GET ${PATH}`)('object'),
});

/** The older path is that of bank accounts alone, which are all that there are. */
const PATHS = [PATH, '/v1/accounts/:id/bank_accounts'];

export const externalAccountEndpoints: readonly Endpoint[] = [
  get(PATH, listParams, (context, params, { id = '' }) => {
    const { account, own } = owned(context, id);
    const matches = own.store.bankAccounts.newestFirst(() => params.object !== 'card');
    const source = { matches, url: `/v1/accounts/${id}/external_accounts`, kind: 'external account' };
    return readPage(own, source, params, (bank) => externalAccountWire(account, bank));
  }),
  ...PATHS.flatMap((path) => {
    const banks = subresource(`${path}/:bank`, requireOwnBank, (_, { account, bank }) =>
      externalAccountWire(account, bank),
    );
    return [
      post(path, createParams, (context, params, { id = '' }) => {
        const { own, ...owner } = owned(context, id);
        const made = changeAccount(owner.context, owner.account, () =>
          addBankAccount(own, {
            bank: requireBank(context, params.external_account),
            default_for_currency: params.default_for_currency,
            metadata: changedMetadata({}, params.metadata),
          }),
        );
        const wire = externalAccountWire(owner.account, made);
        emit(own, 'account.external_account.created', wire);
        return wire;
      }),
      banks.retrieve,
      banks.update(updateParams, (_, { account, bank: before, context, own }, params) => {
        const { default_for_currency: becomesDefault, metadata, ...names } = params;
        const after = changeAccount(context, account, () => {
          const changed = { ...defined(names), metadata: changedMetadata(before.metadata, metadata) };
          const bank = own.store.bankAccounts.put({ ...before, ...changed });
          return becomesDefault === true ? makeDefault(own.store, bank) : bank;
        });
        const former = externalAccountWire(account, before);
        const shown = externalAccountWire(account, after);
        return emitChange(own, 'account.external_account.updated', former, shown);
      }),
      banks.removal('bank_account', (_, { account, bank, context, own }) => {
        const { store } = own;
        if (bank.default_for_currency && store.bankAccounts.size > 1) {
          throw rejected(
            `You cannot delete the default external account for your default currency. Please make another external account the default using the \`default_for_currency\` param, and then delete this one.`,
          );
        }
        changeAccount(context, account, () => store.bankAccounts.delete(bank.id));
        emit(own, 'account.external_account.deleted', externalAccountWire(account, bank));
      }),
    ];
  }),
];

interface Owned {
  /** The platform's and the account's own. */
  readonly context: Context;
  readonly own: Context;
  readonly account: ConnectedAccount;
}

function owned(given: Context, id: string): Owned {
  const account = requireAccount(given, id);
  const context = inPlatform(given);
  return { context, own: inConnected(context, id), account };
}

function requireOwnBank(given: Context, account: string, id: string): Owned & { readonly bank: BankAccount } {
  const owner = owned(given, account);
  return { ...owner, bank: required(owner.own.store.bankAccounts.get(id), 'external account', id) };
}
