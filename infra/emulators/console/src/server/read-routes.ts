import type { FastifyInstance, FastifyRequest } from 'fastify';
import { deliveryDetail, eventDetail, objectDetail, personDetail, requestDetail } from '../model/details.ts';
import type { Area, JsonValue, ScenarioCard } from '../rows.ts';
import { PERSON_SCENARIOS } from '../scenarios/person-scenarios.ts';
import { lackOf } from '../scenarios/scenario.ts';
import { STACK_SCENARIOS } from '../scenarios/stack-scenarios.ts';
import { subjectFor } from '../scenarios/subject.ts';
import { saveState } from '../state-file.ts';
import { DatabaseQuery, type InNamespace, ListQuery, SearchQuery } from './action-schemas.ts';
import type { Views } from './views.ts';

const SHOWN_CHILDREN = 500;

interface ById {
  readonly Params: { readonly id: string };
}

/** What the page reads beside the live overview. */
export async function readRoutes(app: FastifyInstance, { views }: { readonly views: Views }): Promise<void> {
  const viewOf = ({ query }: FastifyRequest) => views.of((query as InNamespace).ns ?? null);

  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get<{ Params: { area: Area }; Querystring: ListQuery }>(
    '/lists/:area',
    { schema: { querystring: ListQuery } },
    async (request, reply) => {
      const { q: search = '', filter, offset = '0', limit = '50' } = request.query;
      const model = await viewOf(request).model();
      if (!Object.hasOwn(model.rows, request.params.area)) return reply.callNotFound();
      return model.list(request.params.area, {
        search,
        filter: filter || undefined,
        offset: Number(offset),
        limit: Math.min(Number(limit), 500),
      });
    },
  );

  app.get<{ Querystring: SearchQuery }>(
    '/search',
    { schema: { querystring: SearchQuery } },
    async (request) => ({ found: (await viewOf(request).model()).search(request.query.q) }),
  );

  app.get<ById>('/people/:id', async (request) => {
    const view = viewOf(request);
    return found(await personDetail(view.targets, await view.model(), request.params.id));
  });

  app.get<ById>('/people/:id/scenarios', async (request) => {
    const subject = found(subjectFor(await viewOf(request).model(), request.params.id));
    const cards = PERSON_SCENARIOS.map((scenario): ScenarioCard => {
      const { id, title, explains, code } = scenario;
      return { id, title, explains, lasts: false, code: code(subject), lacks: lackOf(scenario, subject) };
    });
    return { scenarios: cards };
  });

  app.get('/scenarios', async () => ({
    scenarios: STACK_SCENARIOS.map(({ id, title, explains, code }): ScenarioCard => {
      return { id, title, explains, lasts: true, code, lacks: null };
    }),
  }));

  app.get<ById>('/payments/:id', async (request) =>
    found(objectDetail(await viewOf(request).model(), request.params.id)),
  );

  app.get<ById>('/events/:id', async (request) => {
    const view = viewOf(request);
    return found(await eventDetail(view.targets, await view.model(), request.params.id));
  });

  app.get<ById>('/webhooks/:id', async (request) => {
    const view = viewOf(request);
    return found(await deliveryDetail(view.targets, await view.model(), request.params.id));
  });

  app.get<ById>('/requests/:id', async (request) =>
    found(await requestDetail(viewOf(request).targets, request.params.id)),
  );

  app.get('/state-file', async (request, reply) => {
    const file = await saveState(viewOf(request).targets.saving);
    const name = `emulators-${file.savedAt.slice(0, 19).replaceAll(':', '-')}.json`;
    return reply.header('content-disposition', `attachment; filename="${name}"`).send(file);
  });

  app.get<{ Querystring: DatabaseQuery }>(
    '/database',
    { schema: { querystring: DatabaseQuery } },
    async (request) => {
      const { path = '', q = '' } = request.query;
      return shownPart(await viewOf(request).targets.database.read(path), q.toLowerCase());
    },
  );
}

/** The children that match, or the first of them. */
function shownPart(value: JsonValue, search: string): { value: JsonValue; children: number; shown: number } {
  if (value === null || typeof value !== 'object') return { value, children: 0, shown: 0 };
  const all = Object.entries(value);
  const matching = all.filter(
    ([key, child]) => search === '' || `${key}${JSON.stringify(child)}`.toLowerCase().includes(search),
  );
  const shown = matching.slice(0, SHOWN_CHILDREN);
  return { value: Object.fromEntries(shown), children: matching.length, shown: shown.length };
}

class NotFound extends Error {
  readonly statusCode = 404;
}

function found<T>(detail: T | undefined): T {
  if (detail === undefined) throw new NotFound('This is not there (any more).');
  return detail;
}
