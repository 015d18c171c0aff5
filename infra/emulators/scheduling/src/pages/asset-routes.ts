import type { FastifyInstance, FastifyReply } from 'fastify';
import { parseEmbedQuery, readSearch } from '../widget/embed-query.ts';
import { themeStylesheet } from '../widget/theme.ts';
import type { WidgetFiles } from '../widget/widget-files.ts';

/** One year: the file name changes with the content. */
const FOREVER = 'public, max-age=31536000, immutable';

/** The script and style sheet for sites without React, at their names at Calendly. */
export function addEmbedRoutes(app: FastifyInstance, { embedScript, embedStyles }: WidgetFiles): void {
  // A module's names would be those of the whole page.
  const script = `(()=>{${embedScript.content}})();`;
  for (const [name, type, content] of [
    ['widget.js', 'text/javascript', script],
    ['widget.css', 'text/css', embedStyles.content],
  ] as const) {
    app.get(`/assets/external/${name}`, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(content),
    );
  }
}

export function addAssetRoutes(app: FastifyInstance, files: WidgetFiles): void {
  const { script, styles } = files;
  const send = (reply: FastifyReply, type: string, content: string) =>
    reply.header('cache-control', FOREVER).type(`${type}; charset=utf-8`).send(content);

  addEmbedRoutes(app, files);
  app.get(`/assets/${script.name}`, { config: { constant: true } }, async (_request, reply) =>
    send(reply, 'text/javascript', script.content),
  );
  app.get(`/assets/${styles.name}`, async (request, reply) =>
    send(reply, 'text/css', themeStylesheet(parseEmbedQuery(readSearch(request)).colors) + styles.content),
  );
}
