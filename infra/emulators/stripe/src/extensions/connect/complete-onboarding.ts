import { addBankAccount, newBank, TEST_BANK } from '../../customers/methods/bank-accounts.ts';
import { type ConnectedAccount, inConnected } from '../../kinds/account-contexts.ts';
import type { Context } from '../../kinds/context.ts';
import { changeAccount, requestedCapability } from './change-account.ts';

const FULL_ACCESS = ['card_payments', 'transfers'];

/** What a person does on the hosted onboarding: tells Stripe all that is due. `context` is the platform's. */
export function completeOnboarding(context: Context, account: ConnectedAccount): void {
  const now = context.time.now();
  const { capabilities, details } = account;
  // Only the account itself requests the capabilities of a full dashboard.
  const missing = account.controller.stripe_dashboard.type === 'full' ? FULL_ACCESS : [];
  const requested = missing.filter((name) => capabilities[name] === undefined);
  changeAccount(context, account, () => {
    const own = inConnected(context, account.id);
    if (own.store.bankAccounts.size === 0) {
      const { country, default_currency: currency } = account;
      const { account_number } = TEST_BANK;
      addBankAccount(own, { bank: newBank(own, { account_number, country, currency }) });
    }
    context.store.accounts.put({
      ...account,
      onboarded: true,
      business_type: account.business_type ?? 'individual',
      capabilities: {
        ...capabilities,
        ...Object.fromEntries(requested.map((name) => [name, requestedCapability(undefined, true, now)])),
      },
      details: { ...details, tos_acceptance: { date: now, ...details.tos_acceptance } },
    });
  });
}
