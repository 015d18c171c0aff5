import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import type { FastifyInstance } from 'fastify';

const SCRIPTS = [
  'answer-rules.ts',
  'answers.ts',
  'card-element.ts',
  'card-fields.ts',
  'card-format.ts',
  'checkout.ts',
  'contact-element.ts',
  'field-errors.ts',
  'framed.ts',
  'once.ts',
  'shop-page.ts',
  'tax-id-types.ts',
  'show-total.ts',
];

/**
 * Serves the styles and the browser scripts, stripped of their types. Files are read on first request,
 * because loading the type stripper takes longer than starting the rest of the emulator.
 */
export function assetRoutes(server: FastifyInstance): void {
  for (const name of SCRIPTS) serve(server, name, 'text/javascript', () => scriptSource(name));
  serve(server, 'pages.css', 'text/css', () => source('styles/pages.css'));
  serve(server, 'icon.svg', 'image/svg+xml', () => source('styles/icon.svg'));
}

function serve(server: FastifyInstance, name: string, type: string, read: () => string): void {
  let content: string | undefined;
  server.get(`/assets/${name}`, (_request, reply) => {
    content ??= read();
    return reply.type(`${type}; charset=utf-8`).send(content);
  });
}

function source(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

/** A browser script as JavaScript; `name` is relative to `browser-scripts`. */
export function scriptSource(name: string): string {
  // Packages contain compiled scripts, because Node.js 20 cannot strip types.
  const built = `browser-scripts/${name.replace(/\.ts$/, '.js')}`;
  if (existsSync(new URL(built, import.meta.url))) return source(built);
  const { stripTypeScriptTypes } = module as { stripTypeScriptTypes?: (text: string) => string };
  if (stripTypeScriptTypes === undefined)
    throw new Error('Running from source requires Node.js 24; on older versions, build the packages first.');
  return stripTypeScriptTypes(source(`browser-scripts/${name}`));
}
