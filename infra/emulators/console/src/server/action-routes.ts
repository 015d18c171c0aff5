import type { FastifyInstance } from 'fastify';
import { reasonIn } from '../reason-in.ts';
import { ACTIONS } from './actions.ts';
import { InNamespace } from './queries.ts';
import type { Views } from './views.ts';

const MAX_STATE_BYTES = 512 * 1024 * 1024;

/** The actions of the page's buttons. Each answers with a sentence that describes the result. */
export async function actionRoutes(
  app: FastifyInstance,
  { views }: { readonly views: Views },
): Promise<void> {
  // Open pages show the effect immediately.
  app.addHook('onResponse', async (request) => {
    if (!request.validationError) views.of(request).refresh();
  });
  app.setErrorHandler((error, _request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? (error instanceof RangeError ? 400 : 502);
    return reply.status(status).send({ error: reasonIn(error) });
  });
  for (const [path, { body, act }] of Object.entries(ACTIONS)) {
    const schema = { querystring: InNamespace, ...(body && { body }) };
    const bodyLimit = path === 'state/load' ? MAX_STATE_BYTES : undefined;
    app.post(`/${path}`, { schema, ...(bodyLimit && { bodyLimit }) }, async (request) => ({
      message: await act(views.of(request), request.body as never),
    }));
  }
}
