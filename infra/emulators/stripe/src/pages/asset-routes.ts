import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { FastifyInstance } from 'fastify';

const SCRIPTS = ['card-format.ts', 'checkout.ts', 'field-errors.ts', 'once.ts', 'submit-once.ts'];

/** The browser's scripts, with nothing but their types taken out, and the styles. Read once. */
export function assetRoutes(server: FastifyInstance): void {
  for (const name of SCRIPTS) serve(server, name, 'text/javascript', scriptSource(name));
  serve(server, 'pages.css', 'text/css', source('styles/pages.css'));
  serve(server, 'icon.svg', 'image/svg+xml', source('styles/icon.svg'));
}

function serve(server: FastifyInstance, name: string, type: string, content: string): void {
  server.get(`/assets/${name}`, (_request, reply) => reply.type(`${type}; charset=utf-8`).send(content));
}

function source(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

function scriptSource(name: string): string {
  return stripTypeScriptTypes(source(`browser-scripts/${name}`));
}
