import { PLATFORM_BANK } from '../../customers/methods/bank-accounts.ts';
import { type Part, reference } from '../../kinds/part.ts';
import type { Collection } from '../../kinds/store/collection.ts';
import { type AccountLink, accountWire } from './account.ts';
import { accountLinkEndpoints } from './account-links.ts';
import { accountEndpoints } from './accounts.ts';
import { applicationFeeEndpoints } from './application-fees.ts';
import { capabilityEndpoints } from './capabilities.ts';
import { externalAccountEndpoints } from './external-accounts.ts';
import type { Person } from './manage-persons.ts';
import { onboardingRoutes } from './onboarding-routes.ts';
import { personEndpoints } from './persons.ts';
import { transferEndpoints } from './transfers.ts';

declare module '../../kinds/store/store.ts' {
  interface Store {
    readonly accountLinks: Collection<AccountLink>;
    readonly persons: Collection<Person>;
  }
}

const account = reference('account', ({ accounts }) => accounts, accountWire);

export const connect: Part = {
  collections: { accountLinks: null, persons: null },
  endpoints: [
    ...accountEndpoints,
    ...accountLinkEndpoints,
    ...capabilityEndpoints,
    ...externalAccountEndpoints,
    ...personEndpoints,
    ...applicationFeeEndpoints,
    ...transferEndpoints,
  ],
  pages: (server, { holding }) =>
    onboardingRoutes(
      server,
      holding(({ accountLinks }, id) => accountLinks.get(id)),
    ),
  references: {
    account,
    destination: {
      ...account,
      kind: 'destination',
      among: ({ accounts, bankAccounts }) => ({
        get: (id) => accounts.get(id) ?? bankAccounts.get(id) ?? (id === PLATFORM_BANK.id || undefined),
      }),
    },
    on_behalf_of: account,
  },
};
