import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { AREAS } from '../rows.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The first parts of the page's addresses, which it shows itself. */
const PLACES = [...AREAS, 'database', 'scenarios', 'state'];

/** Calls `onPage` when the page is asked for. */
export function addPageFiles(
  app: FastifyInstance,
  folder: string,
  onPage: (request: FastifyRequest) => void,
): void {
  const servePage: RouteHandlerMethod = async (request, reply) => {
    onPage(request);
    const page = await readFile(join(folder, 'index.html')).catch((cause: unknown) => {
      const message = 'The console page is not built. Run npm run build --workspace infra/emulators/console.';
      throw new Error(message, { cause });
    });
    return reply
      .headers({ 'content-security-policy': CONTENT_SECURITY_POLICY, 'x-content-type-options': 'nosniff' })
      .type(TYPES['.html'] ?? '')
      .send(page);
  };
  app.get('/', servePage);
  // The page says in words that nothing is at an address.
  app.setNotFoundHandler(async (request, reply) => {
    reply.code(404);
    if (request.headers['sec-fetch-dest'] === 'document') return servePage.call(app, request, reply);
    return { statusCode: 404, error: 'Not Found', message: `Nothing is at ${request.url}.` };
  });
  for (const place of PLACES) {
    app.get(`/${place}`, servePage);
    app.get(`/${place}/*`, servePage);
  }
  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const assets = join(folder, 'assets') + sep;
    const path = normalize(join(assets, request.params['*']));
    const type = TYPES[extname(path)];
    if (!path.startsWith(assets) || type === undefined) return reply.callNotFound();
    const content = await readFile(path).catch(() => undefined);
    if (content === undefined) return reply.callNotFound();
    return reply.header('x-content-type-options', 'nosniff').type(type).send(content);
  });
}
