import type { FastifyInstance } from 'fastify';
import { requireNamespaceName } from '../namespace-name.ts';
import { refuseBrowsers } from './refuse-browsers.ts';

interface InNamespace {
  Params: { namespace: string };
}

/** What the control interface has beside the routes of each namespace, which are answered where that is. */
export async function namespaceRoutes(
  app: FastifyInstance,
  namespaces: { remove(name: string): Promise<void> },
): Promise<void> {
  refuseBrowsers(app);
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof RangeError ? 400 : 500;
    return reply.status(status).send({ error: (error as Error).message });
  });
  app.delete<InNamespace>('/:namespace', async ({ params }, reply) => {
    await namespaces.remove(params.namespace);
    return reply.status(204).send();
  });
  // Requests for a valid namespace are answered before routing; what is left has an invalid name.
  app.all<InNamespace>('/:namespace/*', async ({ params }) => requireNamespaceName(params.namespace));
}
