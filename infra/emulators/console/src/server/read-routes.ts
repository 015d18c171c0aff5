import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readDetail } from '../model/details.ts';
import { AREAS, type Area, type JsonValue } from '../rows.ts';
import { stackScenarioCards } from '../scenarios/stack-scenarios.ts';
import { personScenarioCards } from '../scenarios/start-for-person.ts';
import { saveState } from '../state-file.ts';
import { DatabaseQuery, type InNamespace, ListQuery, SearchQuery } from './action-schemas.ts';
import type { Views } from './views.ts';

const SHOWN_CHILDREN = 500;

interface ById {
  readonly Params: { readonly id: string };
}

/** What the page reads beside the live overview. */
export async function readRoutes(app: FastifyInstance, { views }: { readonly views: Views }): Promise<void> {
  const findView: FindView = ({ query }) => views.of((query as InNamespace).ns ?? null);

  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  addLists(app, findView);

  app.get<{ Querystring: SearchQuery }>(
    '/search',
    { schema: { querystring: SearchQuery } },
    async (request) => ({ found: (await findView(request).model()).search(request.query.q) }),
  );

  for (const area of AREAS) {
    app.get<ById>(`/${area}/:id`, async (request) => {
      const view = findView(request);
      return found(await readDetail(view.targets, await view.model(), area, request.params.id));
    });
  }

  app.get<ById>('/people/:id/scenarios', async (request) => {
    const model = await findView(request).model();
    found(model.people.find(request.params.id));
    return { scenarios: personScenarioCards(model, request.params.id) };
  });

  app.get('/scenarios', async (request) => ({
    scenarios: stackScenarioCards(findView(request).targets),
  }));

  app.get('/state-file', async (request, reply) => {
    const { targets } = findView(request);
    const file = await saveState(targets.saving, targets.projectId);
    const name = `emulators-${file.savedAt.slice(0, 19).replaceAll(':', '-')}.json`;
    return reply.header('content-disposition', `attachment; filename="${name}"`).send(file);
  });

  addDatabase(app, findView);
}

type FindView = (request: FastifyRequest) => ReturnType<Views['of']>;

function addLists(app: FastifyInstance, findView: FindView): void {
  app.get<{ Params: { area: Area }; Querystring: ListQuery }>(
    '/lists/:area',
    { schema: { querystring: ListQuery } },
    async (request, reply) => {
      const { q: search = '', filter, from, to, sort, offset = '0', limit = '50' } = request.query;
      const { area } = request.params;
      if (!AREAS.includes(area)) return reply.callNotFound();
      const view = findView(request);
      const model = await (area === 'people' ? view.peopleModel() : view.model());
      return model.list(area, {
        search,
        filter: filter || undefined,
        from,
        to: to || undefined,
        sort,
        offset: Number(offset),
        limit: Math.min(Number(limit), 500),
      });
    },
  );
}

function addDatabase(app: FastifyInstance, findView: FindView): void {
  app.get<{ Querystring: DatabaseQuery }>(
    '/database',
    { schema: { querystring: DatabaseQuery } },
    async (request) => {
      const { path = '', q = '' } = request.query;
      return shownPart(await findView(request).targets.database.read(path), q.toLowerCase());
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
