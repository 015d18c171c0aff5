import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { heldUp } from '../http/fault-layer.ts';
import { assetRoutes } from './asset-routes.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import { PAGE_HEADERS } from './page-headers.ts';
import { portalRoutes } from './portal-routes.ts';

export interface PageDependencies {
  readonly context: Context;
  readonly catchUp: () => void;
}

/** The hosted pages, all below `pagesPath`, which is the only part that the public origin forwards. */
export function pageRoutes(server: FastifyInstance, { context, catchUp }: PageDependencies): void {
  const { settings } = context;
  server.register(
    async (pages) => {
      pages.addHook('onRequest', async (request, reply) => {
        reply.headers(PAGE_HEADERS);
        if (isForeign(request, settings.publicUrl)) return refuse(reply);
        await heldUp(request.raw);
        catchUp();
      });
      checkoutRoutes(pages, context);
      portalRoutes(pages, context);
      assetRoutes(pages);
    },
    { prefix: settings.pagesPath },
  );
}

/** A form posted from another site. Browsers say so themselves, older ones only name the origin. */
function isForeign({ method, headers }: FastifyRequest, publicUrl: string): boolean {
  if (method !== 'POST') return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin';
  return headers.origin !== undefined && headers.origin !== new URL(publicUrl).origin;
}

function refuse(reply: FastifyReply): FastifyReply {
  return reply.code(403).type('text/plain').send('This form was not sent from the checkout page.');
}
