import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { browserModule } from './browser-module.ts';
import { parseEmbedQuery, searchOf } from './embed-query.ts';
import { themeStylesheet } from './theme.ts';

const STYLESHEET = new URL('./widget.css', import.meta.url);

export function addAssetRoutes(app: FastifyInstance): void {
  app.get('/assets/widget.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(await readFile(STYLESHEET)),
  );
  app.get('/assets/theme.css', async (request, reply) =>
    reply.type('text/css; charset=utf-8').send(themeStylesheet(parseEmbedQuery(searchOf(request)).colors)),
  );
  app.get<{ Params: { name: string } }>('/assets/scripts/:name', async (request, reply) => {
    const code = await browserModule(request.params.name);
    if (code === undefined) return reply.callNotFound();
    return reply.type('text/javascript; charset=utf-8').send(code);
  });
}
