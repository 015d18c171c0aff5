import type { StateFile } from '@outharbor/emulator-kit/state-file';
import type { FastifyInstance } from 'fastify';
import { readOr } from '../model/sources.ts';
import { reasonIn } from '../reason-in.ts';
import { ACTIONS } from './actions.ts';
import { InNamespace } from './queries.ts';
import { BEFORE } from './snapshots.ts';
import type { View, Views } from './views.ts';

const MAX_STATE_BYTES = 512 * 1024 * 1024;

/** What changes the state at once; the others end by a button of their own, or cannot be taken back from a server. */
const UNDOABLE = /^(advance|database|people|reset|snapshots\/load|state)/;
/** With more accounts and events, keeping the state before each act would make it slow. */
const MAX_KEPT = 10_000;

async function stateBefore(view: View): Promise<StateFile | undefined> {
  const { people, events } = (await view.model()).counts;
  if ((people ?? 0) + (events ?? 0) > MAX_KEPT) return undefined;
  return readOr(view.snapshots.find(), undefined);
}

/** The actions of the page's buttons. Each answers with a sentence that describes the result. */
export async function actionRoutes(
  app: FastifyInstance,
  { views }: { readonly views: Views },
): Promise<void> {
  // Open pages show the effect immediately.
  app.addHook('onResponse', async (request) => {
    if (!request.validationError) views.of(request).refresh();
  });
  for (const [path, { body, act }] of Object.entries(ACTIONS)) {
    const schema = { querystring: InNamespace, ...(body && { body }) };
    const bodyLimit = path === 'state/load' ? MAX_STATE_BYTES : undefined;
    app.post(`/${path}`, { schema, ...(bodyLimit && { bodyLimit }) }, async (request) => {
      const view = views.of(request);
      const isUndoable = UNDOABLE.test(path);
      const before = isUndoable ? await stateBefore(view) : undefined;
      try {
        const message = await act(view, request.body as never);
        if (isUndoable) await view.snapshots.keep(BEFORE, before, message);
        return { message };
      } catch (error) {
        // What is rejected has changed nothing.
        if (isUndoable && !(error instanceof RangeError))
          await view.snapshots.keep(BEFORE, before, reasonIn(error));
        throw error;
      }
    });
  }
}
