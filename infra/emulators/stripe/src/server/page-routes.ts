import type { FastifyInstance, FastifyRequest } from 'fastify';
import { injectedDelay } from '../calls/fault-layer.ts';
import type { Settings } from '../kinds/context.ts';
import type { Part, Visits } from '../kinds/part.ts';
import { assetRoutes } from '../pages/asset-routes.ts';
import { PAGE_HEADERS } from '../pages/page-headers.ts';
import type { Account } from './emulated-accounts.ts';

/** The hosted pages. The public origin forwards only `pagesPath`. */
export function pageRoutes(
  server: FastifyInstance,
  pagesPath: string,
  findAccount: (request: FastifyRequest) => Account,
  parts: readonly Part[],
): void {
  server.register(
    async (pages) => {
      pages.addHook('onRequest', async (request, reply) => {
        reply.headers(PAGE_HEADERS);
        const account = findAccount(request);
        if (isElsewhere(request, pagesPath, account.settings)) return reply.callNotFound();
        if (isForeign(request, account.settings))
          return reply.code(403).type('text/plain').send('This form was not sent from the checkout page.');
        await injectedDelay(request.raw);
        account.catchUp();
      });
      const visits: Visits = {
        holding: (find) => (request, id) =>
          findAccount(request).modeWith(({ store }) => find(store, id) !== undefined).context,
        findKeys: (request) => findAccount(request).keys,
        findSettings: (request) => findAccount(request).settings,
        ofKey: (request, key) =>
          findAccount(request).modeWith(({ livemode }) => livemode === key.startsWith('pk_live_')).context,
      };
      assetRoutes(pages);
      for (const part of parts) part.pages?.(pages, visits);
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
