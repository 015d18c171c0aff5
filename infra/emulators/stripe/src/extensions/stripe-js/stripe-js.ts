import type { FastifyInstance } from 'fastify';
import type { Part, Visits } from '../../kinds/part.ts';
import { scriptSource } from '../../pages/asset-routes.ts';
import { elementRoutes } from './element-routes.ts';

/** The scripts in dependency order. */
const MODULES = [
  'frame',
  'intents',
  'embedded-checkout',
  'framed-element',
  'elements',
  'requests',
  'cards',
  'checkout',
  'stripe',
];

function scriptRoutes(server: FastifyInstance, findSettings: Visits['findSettings']): void {
  let source: string | undefined;
  for (const path of ['/js/v3', '/js/v3/', '/js/:release/stripe.js']) {
    server.get<{ Params: { readonly release?: string } }>(path, (request, reply) => {
      const settings = findSettings(request);
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

export const stripeJs: Part = {
  pages: (server, { findSettings, holding, ofKey }) => {
    elementRoutes(server, {
      sessionContext: holding(({ sessions }, id) => sessions.get(id.split('_secret_')[0] ?? '')),
      intentContext: holding((store, id) => store.paymentIntents.get(id) ?? store.setupIntents.get(id)),
      keyContext: ofKey,
    });
    scriptRoutes(server, findSettings);
  },
};
