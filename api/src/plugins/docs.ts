import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { API_PATHS } from '@outharbor/contract/paths';
import type { FastifyInstance } from 'fastify';

const TITLE = 'API of the site';

/**
 * Serves OpenAPI documentation generated from the contract's schemas, under a policy without inline scripts.
 */
export async function addDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: TITLE,
        version: '1',
        description: 'Checkout and confirmation of paid plans, and account management.',
      },
      components: {
        securitySchemes: { idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'Firebase ID token' } },
      },
    },
  });
  await app.register(swaggerUi, {
    routePrefix: API_PATHS.docs,
    theme: { title: TITLE },
    staticCSP: {
      'default-src': "'none'",
      'script-src': "'self'",
      // The hash of the one style that the page's script injects.
      'style-src': ["'self'", "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"],
      'img-src': "'self' data:",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    },
  });
}
