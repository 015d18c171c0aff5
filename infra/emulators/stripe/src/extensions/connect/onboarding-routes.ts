import { type Html, html } from '@outharbor/emulator-kit/html';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { addBankAccount, newBank, TEST_BANK } from '../../customers/methods/bank-accounts.ts';
import { type ConnectedAccount, inConnected } from '../../kinds/account-contexts.ts';
import type { Context } from '../../kinds/context.ts';
import { money } from '../../kinds/money.ts';
import type { FindContext } from '../../kinds/part.ts';
import { layout } from '../../pages/layout.ts';
import { policyLeadingTo } from '../../pages/page-headers.ts';
import { type PageRequest, sendHtml, sendNotFound, servePages } from '../../pages/send-page.ts';
import { balanceTotals, type Funds } from '../../payments/balance-transactions.ts';
import { type AccountLink, standing } from './account.ts';
import { ACCOUNT_LINK_SECONDS } from './account-links.ts';
import { changeAccount, requestedCapability } from './change-account.ts';

interface Visit {
  readonly context: Context;
  readonly link: AccountLink;
  readonly account: ConnectedAccount;
}

const NOTHING = 'There is nothing at this address. Links of connected accounts work once.';

type Action = (visit: Visit, reply: FastifyReply) => FastifyReply;

/** The pages of connected accounts: the onboarding and the Express dashboard. */
const PAGES: Readonly<Record<string, Action>> = {
  'GET setup/:id': ({ context, link, account }, reply) => {
    const { refresh_url, return_url } = link;
    if (refresh_url === null || return_url === null) return sendNotFound(context, reply, NOTHING);
    const isExpired = link.created + ACCOUNT_LINK_SECONDS <= context.time.now();
    // As at Stripe, a link works once.
    if (link.visited || isExpired) return reply.redirect(refresh_url, 303);
    context.store.transact(() => context.store.accountLinks.put({ ...link, visited: true }));
    reply.header('content-security-policy', policyLeadingTo(return_url));
    return sendHtml(reply, onboardingPage(context, account, link));
  },
  'POST setup/:id': ({ context, link, account }, reply) => {
    if (link.return_url === null || !link.visited) return sendNotFound(context, reply, NOTHING);
    context.store.transact(() => completeOnboarding(context, account));
    return reply.redirect(link.return_url, 303);
  },
  'GET express/:id': ({ context, link, account }, reply) => {
    if (link.return_url !== null || link.visited) return sendNotFound(context, reply, NOTHING);
    context.store.transact(() => context.store.accountLinks.put({ ...link, visited: true }));
    return sendHtml(reply, dashboardPage(context, account));
  },
};

export function onboardingRoutes(server: FastifyInstance, findContext: FindContext): void {
  servePages<PageRequest, Action>(server, '/connect/', PAGES, (act, request, reply) => {
    const context = findContext(request, request.params.id);
    const link = context.store.accountLinks.get(request.params.id);
    const account = context.store.accounts.get(link?.account ?? '');
    if (link === undefined || account === undefined || account.deleted)
      return sendNotFound(context, reply, NOTHING);
    return act({ context, link, account }, reply);
  });
}

function onboardingPage(
  context: Context,
  account: ConnectedAccount,
  { id, return_url }: AccountLink,
): string {
  const { pagesPath } = context.settings;
  const { due } = standing(context, account);
  return page(context, account, [
    due.length === 0
      ? html`<p>Nothing is missing.</p>`
      : html`<p>Stripe still needs:</p>
<ul>${due.map((name) => html`<li>${name}</li>`)}</ul>`,
    html`<form method="post" action="${pagesPath}/connect/setup/${id}"><button>Complete onboarding</button></form>`,
    html`<p><a href="${return_url ?? ''}">Save for later</a></p>`,
  ]);
}

function dashboardPage(context: Context, account: ConnectedAccount): string {
  const { available, pending } = balanceTotals(context.connected(account.id));
  const rows = (title: string, sums: ReadonlyMap<string, Funds>) =>
    [...sums].map(
      ([currency, { bank_account, card }]) =>
        html`<p class="plan-line"><span>${title}</span><span>${money(bank_account + card, currency)}</span></p>`,
    );
  return page(context, account, [
    html`<section class="panel"><h2>Balance</h2>${[...rows('Available', available), ...rows('Pending', pending)]}</section>`,
  ]);
}

function page(context: Context, { email, id }: ConnectedAccount, parts: readonly Html[]): string {
  const body = html`<main class="plain">
<h1>Connected account</h1>
<p class="muted">${email ?? id}</p>
${parts}
</main>`;
  return layout(context, { title: 'Connected account', body });
}

const FULL_ACCESS = ['card_payments', 'transfers'];

/** What a person does on the hosted onboarding: tells Stripe all that is due. `context` is the platform's. */
function completeOnboarding(context: Context, account: ConnectedAccount): void {
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
