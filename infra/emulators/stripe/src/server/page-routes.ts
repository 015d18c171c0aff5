import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invoiceRoutes } from '../billing/invoices/invoice-routes.ts';
import { receiptRoutes } from '../billing/invoices/receipt-routes.ts';
import type { ApiKey } from '../calls/api-keys.ts';
import { injectedDelay } from '../calls/fault-layer.ts';
import { checkoutRoutes } from '../checkout/pages/checkout-routes.ts';
import { paymentRoutes } from '../checkout/pages/payment-routes.ts';
import { onboardingRoutes } from '../extensions/connect/onboarding-routes.ts';
import { fileLinkWith, fileRoutes } from '../extensions/files/file-routes.ts';
import { elementRoutes } from '../extensions/stripe-js/element-routes.ts';
import type { Context, Settings } from '../kinds/context.ts';
import type { Feature, Holding } from '../kinds/extension.ts';
import { assetRoutes } from '../pages/asset-routes.ts';
import type { FindContext } from '../pages/find-context.ts';
import { PAGE_HEADERS } from '../pages/page-headers.ts';
import { scriptRoutes } from '../pages/script-routes.ts';
import { portalRoutes } from '../portal/pages/portal-routes.ts';
import { sessionWith } from '../portal/pages/portal-visit.ts';

/** The account as seen by visitors, whose page URLs determine the mode. */
export interface VisitedAccount {
  readonly settings: Settings;
  readonly keys: readonly ApiKey[];
  /** The one whose context has an object; test mode's if there is none. */
  modeWith(has: (context: Context) => boolean): { readonly context: Context };
  catchUp(): void;
}

/** The hosted pages. The public origin forwards only `pagesPath`. */
export function pageRoutes(
  server: FastifyInstance,
  pagesPath: string,
  findAccount: (request: FastifyRequest) => VisitedAccount,
  features: readonly Feature[],
): void {
  server.register(
    async (pages) => {
      pages.addHook('onRequest', async (request, reply) => {
        reply.headers(PAGE_HEADERS);
        const account = findAccount(request);
        if (isElsewhere(request, pagesPath, account.settings)) return reply.callNotFound();
        if (isForeign(request, account.settings)) return reject(reply);
        await injectedDelay(request.raw);
        account.catchUp();
      });
      const holding: Holding = (find) => (request, id) =>
        findAccount(request).modeWith(({ store }) => find(store, id) !== undefined).context;
      const sessionContext = holding(({ sessions }, id) => sessions.get(id.split('_secret_')[0] ?? ''));
      const intentContext = holding(
        (store, id) => store.paymentIntents.get(id) ?? store.setupIntents.get(id),
      );
      checkoutRoutes(pages, sessionContext);
      invoiceRoutes(
        pages,
        holding((store, id) => store.invoices.get(id) ?? store.creditNotes.get(id)),
      );
      receiptRoutes(
        pages,
        holding(({ charges }, id) => charges.get(id)),
      );
      onboardingRoutes(
        pages,
        holding(({ accountLinks }, id) => accountLinks.get(id)),
      );
      paymentRoutes(pages, intentContext);
      const keyContext: FindContext = (request, key) =>
        findAccount(request).modeWith(({ livemode }) => livemode === key.startsWith('pk_live_')).context;
      elementRoutes(pages, { sessionContext, intentContext, keyContext });
      scriptRoutes(pages, (request) => findAccount(request).settings);
      portalRoutes(
        pages,
        holding((store, secret) => sessionWith(store, secret)),
      );
      fileRoutes(pages, {
        findKeys: (request) => findAccount(request).keys,
        fileContext: holding(({ files }, id) => files.get(id)),
        linkContext: holding(fileLinkWith),
      });
      assetRoutes(pages);
      for (const feature of features) feature.pages?.(pages, holding);
    },
    { prefix: pagesPath },
  );
}

/** Whether a checkout page was requested from the portal's origin, or vice versa. */
function isElsewhere(
  { url, host }: FastifyRequest,
  pagesPath: string,
  { publicUrl, portalUrl }: Settings,
): boolean {
  if (portalUrl === null) return false;
  const [, page] = url.slice(pagesPath.length).split('/');
  if (page !== 'b' && page !== 'c' && page !== 'p' && page !== 'r') return false;
  return host !== new URL(page === 'p' ? portalUrl : publicUrl).host;
}

/** A form posted from another site. Older browsers send only `Origin`. */
function isForeign({ method, headers }: FastifyRequest, settings: Settings): boolean {
  if (method !== 'POST') return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin';
  const { publicUrl, secureUrl, portalUrl } = settings;
  const own = [publicUrl, secureUrl, portalUrl].map((address) => address && new URL(address).origin);
  return headers.origin !== undefined && !own.includes(headers.origin);
}

function reject(reply: FastifyReply): FastifyReply {
  return reply.code(403).type('text/plain').send('This form was not sent from the checkout page.');
}
