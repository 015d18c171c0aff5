import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Settings } from '../kinds/context.ts';
import { scriptSource } from './asset-routes.ts';

/** The scripts in dependency order. */
const MODULES = [
  'integration-error',
  'frame',
  'intents',
  'embedded-checkout',
  'framed-element',
  'elements',
  'requests',
  'cards',
  'stripe',
];

interface ScriptRequest {
  Params: { readonly release?: string };
}

export function scriptRoutes(
  server: FastifyInstance,
  readSettings: (request: FastifyRequest) => Settings,
): void {
  let source: string | undefined;
  for (const path of ['/js/v3', '/js/v3/', '/js/:release/stripe.js']) {
    server.get<ScriptRequest>(path, (request, reply) => {
      const settings = readSettings(request);
      const { secureUrl, pagesPath } = settings;
      const isSecure = secureUrl !== null && new URL(secureUrl).host === request.host;
      const { release = 'v3' } = request.params;
      const constants = {
        PAGES: (isSecure ? secureUrl : settings.publicUrl) + pagesPath,
        VERSION: release === 'v3' ? 3 : release,
      };
      source ??= MODULES.map((name) => asPart(scriptSource(`stripe-js/${name}.ts`))).join('\n');
      return reply.type('text/javascript; charset=utf-8').send(scriptWith(constants, source));
    });
  }
}

/** Pages load the script without `type="module"`. */
function asPart(module: string): string {
  return module.replace(/^import [^;]*;$/gm, '').replace(/^export /gm, '');
}

function scriptWith(constants: Readonly<Record<string, string | number>>, source: string): string {
  const declared = Object.entries(constants).map(
    ([name, value]) => `const ${name} = ${JSON.stringify(value)};`,
  );
  return `(() => {\n'use strict';\n${declared.join('\n')}\n${source}\n})();\n`;
}
