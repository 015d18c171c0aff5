import type { IncomingMessage, ServerResponse } from 'node:http';
import serveFiles from '@fastify/static';
import { pagePath, RUNTIME_CONFIG_PATH } from '@outharbor/contract/paths';
import type { RuntimeConfig } from '@outharbor/contract/runtime-config';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { cacheControlFor, REDIRECTS } from './policy.ts';
import { NOT_FOUND_PAGE, type SiteFiles } from './site-files.ts';

/** Answers with pages and sources that may change at any time, and sets the headers itself. */
export type SiteServer = (request: IncomingMessage, response: ServerResponse) => void;

export interface Site {
  readonly files: SiteFiles | SiteServer;
  readonly runtimeConfig: RuntimeConfig;
  readonly pageContentSecurityPolicy: string;
}

/** Adds the pages and files of the site. `site` is called for every request. */
export function addSite(app: FastifyInstance, site: () => Site): void {
  app.register(serveFiles, { serve: false, preCompressed: true, cacheControl: false });

  app.get(RUNTIME_CONFIG_PATH, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(site().runtimeConfig),
  );

  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const path = `/${request.params['*']}`;
    const { files } = site();
    const moved = REDIRECTS.get(path);
    if (moved) return redirect(reply, moved, 302);
    if (typeof files === 'function') {
      reply.hijack();
      files(request.raw, reply.raw);
      return reply;
    }
    const { addresses, root } = files;
    const file = addresses.get(path);
    if (file) return sendFile(reply, root, file);
    const page = pagePath(path);
    if (page) return redirect(reply, page + (/\?.+/.exec(request.url)?.[0] ?? ''), 301);
    reply.code(404);
    return sendFile(reply, root, NOT_FOUND_PAGE, { etag: false, lastModified: false });
  });

  function sendFile(reply: FastifyReply, root: string, file: string, options = {}): FastifyReply {
    reply.header('cache-control', cacheControlFor(file));
    if (file.endsWith('.html')) reply.header('content-security-policy', site().pageContentSecurityPolicy);
    return reply.sendFile(file, root, options);
  }
}

function redirect(reply: FastifyReply, location: string, status: 301 | 302): FastifyReply {
  return reply.header('cache-control', 'no-cache').redirect(location, status);
}
