import type { FastifyInstance, FastifyReply } from 'fastify';
import { parseEmbedQuery, readSearch } from '../widget/embed-query.ts';
import { themeStylesheet } from '../widget/theme.ts';
import type { WidgetFiles } from '../widget/widget-files.ts';

const NO_EMBED_SCRIPT =
  'The emulator does not serve widget.js and widget.css. Embed the page of an event type in an iframe, with ' +
  '?embed_domain=<host>&embed_type=Inline for its messages, or with react-calendly.\n';

/** One year: the file name changes with the content. */
const FOREVER = 'public, max-age=31536000, immutable';

export function addAssetRoutes(app: FastifyInstance, { script, styles }: WidgetFiles): void {
  const send = (reply: FastifyReply, type: string, content: string) =>
    reply.header('cache-control', FOREVER).type(`${type}; charset=utf-8`).send(content);

  for (const name of ['widget.js', 'widget.css']) {
    app.get(`/assets/external/${name}`, async (_request, reply) =>
      reply.status(501).type('text/plain; charset=utf-8').send(NO_EMBED_SCRIPT),
    );
  }
  app.get(`/assets/${script.name}`, { config: { constant: true } }, async (_request, reply) =>
    send(reply, 'text/javascript', script.content),
  );
  app.get(`/assets/${styles.name}`, async (request, reply) =>
    send(reply, 'text/css', themeStylesheet(parseEmbedQuery(readSearch(request)).colors) + styles.content),
  );
}
