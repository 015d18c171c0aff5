import { compareStates } from '@outharbor/emulator-kit/state-differences';
import type { FastifyInstance } from 'fastify';
import type { JsonValue } from '../json-value.ts';
import { listComing } from '../model/coming.ts';
import { listEndpoints, readDetail } from '../model/details.ts';
import { failure } from '../reason-in.ts';
import { AREAS, type Area } from '../rows.ts';
import { stackScenarioCards } from '../scenarios/stack-scenarios.ts';
import { CompareQuery, chosenBy, ListQuery, SearchQuery } from './queries.ts';
import type { Views } from './views.ts';

const SHOWN_CHILDREN = 500;

/** What the page reads beside the live overview. */
export async function readRoutes(app: FastifyInstance, { views }: { readonly views: Views }): Promise<void> {
  const searched = { schema: { querystring: SearchQuery } };

  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get<{ Querystring: ListQuery }>(
    '/lists/:area',
    { schema: { querystring: ListQuery } },
    async (request, reply) => {
      const { area } = request.params as { readonly area: Area };
      if (!AREAS.includes(area)) return reply.callNotFound();
      const view = views.of(request);
      const needs = area === 'people' ? area : 'whole';
      // What has just happened must not arrive behind a button, in a list that is open by then. A search has to be fast.
      const model = await (request.query.q ? view.model() : view.freshModel(needs));
      return model.list(area, chosenBy(request.query));
    },
  );

  app.get<{ Querystring: SearchQuery }>('/search', searched, async (request) => ({
    found: (await views.of(request).model()).search(request.query.q ?? ''),
  }));

  for (const area of AREAS) {
    app.get<{ Params: { readonly id: string } }>(`/${area}/:id`, async (request) => {
      const view = views.of(request);
      const detail = await readDetail(area, view.targets, await view.model(), request.params.id);
      if (detail === undefined) throw failure(404, 'This is not there (any more).');
      return detail;
    });
  }

  app.get('/endpoints', async (request) => {
    const view = views.of(request);
    return { endpoints: await listEndpoints(view.targets, await view.model()) };
  });

  app.get('/coming', async (request) => {
    const view = views.of(request);
    // The long lists are read later, since they would hold up what the page shows first.
    return { coming: await listComing(view.targets, await view.peopleModel()) };
  });

  app.get('/scenarios', async (request) => ({
    scenarios: stackScenarioCards(views.of(request).targets),
  }));

  app.get<{ Querystring: { readonly requests?: string } }>('/state-file', async (request, reply) => {
    const { find, findWhole } = views.of(request).snapshots;
    const file = await (request.query.requests === undefined ? find() : findWhole());
    const name = `emulators-${file.savedAt.slice(0, 19).replaceAll(':', '-')}.json`;
    return reply.header('content-disposition', `attachment; filename="${name}"`).send(file);
  });

  app.get<{ Querystring: CompareQuery }>(
    '/differences',
    { schema: { querystring: CompareQuery } },
    async (request) => {
      const { snapshots } = views.of(request);
      const { before, after } = request.query;
      return compareStates(await snapshots.find(before), await snapshots.find(after));
    },
  );

  app.get<{ Querystring: SearchQuery }>('/database', searched, async (request) => {
    const { path = '', q = '' } = request.query;
    return shownPart(await views.of(request).targets.database.read(path), q.toLowerCase());
  });
}

export type ShownPart = ReturnType<typeof shownPart>;

/** The children that match, or the first of them. */
function shownPart(value: JsonValue, search: string) {
  if (value === null || typeof value !== 'object') return { value, children: 0, shown: 0 };
  const all = Object.entries(value);
  const matching = all.filter(
    ([key, child]) => search === '' || `${key}${JSON.stringify(child)}`.toLowerCase().includes(search),
  );
  const shown = matching.slice(0, SHOWN_CHILDREN);
  return { value: Object.fromEntries(shown), children: matching.length, shown: shown.length };
}
