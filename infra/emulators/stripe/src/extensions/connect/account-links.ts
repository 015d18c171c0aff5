import type Stripe from 'stripe';
import { rejected } from '../../description/api-error.ts';
import { requireAccount } from '../../kinds/account-contexts.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, nothing, post } from '../../kinds/endpoint.ts';
import { callParams } from '../../kinds/params/as-described.ts';
import { url } from '../../kinds/params/texts.ts';
import { randomText } from '../../kinds/random-text.ts';
import { type AccountLink, accountWire } from './account.ts';

const CREATE = 'POST /v1/account_links';

const createParams = callParams<
  Stripe.AccountLinkCreateParams,
  { readonly refresh_url: string; readonly return_url: string }
>(
  CREATE,
  { 'refresh_url!': url, 'return_url!': url },
  // The hosted page completes everything at once.
  ['collect', 'collection_options'],
);

export const ACCOUNT_LINK_SECONDS = 300;

export const accountLinkEndpoints: readonly Endpoint[] = [
  post('/v1/account_links', createParams, (context, params) => {
    const account = requireAccount(context, params.account);
    if (params.type === 'account_update' && account.controller.requirement_collection === 'stripe') {
      throw rejected('You cannot create `account_update` type Account Links for this account.', 'type');
    }
    const { refresh_url, return_url } = params;
    const link = put(context, { account: account.id, refresh_url, return_url });
    return {
      object: 'account_link',
      created: link.created,
      expires_at: link.created + ACCOUNT_LINK_SECONDS,
      url: linkAddress(context, `setup/${link.id}`),
    };
  }),
  post('/v1/accounts/:id/login_links', nothing, (context, _params, { id = '' }) => {
    const account = requireAccount(context, id);
    if (account.controller.stripe_dashboard.type !== 'express') {
      throw rejected(`Cannot create a login link for ${id}, which has no access to the Express Dashboard.`);
    }
    if (accountWire(context, account).details_submitted !== true) {
      throw rejected('Cannot create a login link for an account that has not completed onboarding.');
    }
    const link = put(context, { account: id, refresh_url: null, return_url: null });
    return { object: 'login_link', created: link.created, url: linkAddress(context, `express/${link.id}`) };
  }),
];

function put(
  { store, time }: Context,
  link: Pick<AccountLink, 'account' | 'refresh_url' | 'return_url'>,
): AccountLink {
  return store.accountLinks.put({ id: randomText(24), created: time.now(), visited: false, ...link });
}

function linkAddress({ settings }: Context, page: string): string {
  return `${settings.publicUrl}${settings.pagesPath}/connect/${page}`;
}
