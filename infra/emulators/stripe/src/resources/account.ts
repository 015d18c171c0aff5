import type Stripe from 'stripe';
import { ACCOUNT_ID, ACCOUNT_NAME, type Context } from '../context.ts';
import { unset } from '../description/unset.ts';
import { noSuch } from '../errors/api-error.ts';
import { type Endpoint, endpoint, retrieval } from '../http/endpoint.ts';
import { object } from '../params/composite.ts';

function accountWire({ settings }: Context): object {
  return {
    id: ACCOUNT_ID,
    object: 'account',
    business_profile: {
      ...unset<Stripe.Account.BusinessProfile>('account_business_profile'),
      name: ACCOUNT_NAME,
      url: settings.publicUrl,
    },
    business_type: 'company',
    capabilities: { card_payments: 'active', transfers: 'active' },
    charges_enabled: true,
    country: 'US',
    default_currency: 'usd',
    details_submitted: true,
    email: 'account@example.com',
    metadata: {},
    payouts_enabled: true,
    settings: {
      branding: unset<Stripe.Account.Settings.Branding>('account_branding_settings'),
      card_payments: {
        ...unset<Stripe.Account.Settings.CardPayments>('account_card_payments_settings'),
        decline_on: { avs_failure: false, cvc_failure: false },
      },
      dashboard: { display_name: ACCOUNT_NAME, timezone: 'Etc/UTC' },
      payments: {
        ...unset<Stripe.Account.Settings.Payments>('account_payments_settings'),
        statement_descriptor: ACCOUNT_NAME.toUpperCase(),
      },
    },
    type: 'standard',
  };
}

export const accountEndpoints: readonly Endpoint[] = [
  endpoint({ method: 'GET', path: '/v1/account', params: object({}), handle: accountWire }),
  retrieval('/v1/accounts/:id', (context, id) => {
    if (id === ACCOUNT_ID) return accountWire(context);
    throw noSuch('account', id);
  }),
];
