import type { FastifyInstance } from 'fastify';
import type { EmulatorContext } from '../emulator-context.ts';
import { formatUser, TIMES } from './account-routes.ts';
import { checkOwner, type Owner } from './check-owner.ts';
import { lastSegment } from './find-type.ts';
import { paginate } from './pagination.ts';
import { notFound, orNotFound, permissionDenied } from './rest-error.ts';

const MEMBERSHIP_ID = 'MEMBERSHIP000001';

/** What a plan without teams has none of, by its path (developer.calendly.com/api-docs/calendly-api). */
const EMPTY = [
  'groups',
  'group_relationships',
  'locations',
  'routing_forms',
  'outgoing_communications',
  'activity_log_entries',
];

/** The organization, whose only member is the account's user. */
export function addOrganizationRoutes(app: FastifyInstance, context: EmulatorContext): void {
  const { addresses } = context;
  const membership = () => ({
    uri: `${addresses.apiUrl}/organization_memberships/${MEMBERSHIP_ID}`,
    role: 'owner',
    user: formatUser(context),
    organization: addresses.organization,
    ...TIMES,
  });
  for (const [path, items] of [
    ['organization_memberships', () => [membership()]],
    ...EMPTY.map((name) => [name, () => []] as const),
  ] as const) {
    app.get<{ Querystring: Owner }>(`/${path}`, async (request) => {
      checkOwner(path === 'locations' ? { user: addresses.user } : request.query, context);
      return paginate<object>(items(), request.url, addresses);
    });
    app.get<{ Params: { id: string } }>(`/${path}/:id`, async ({ params }) => ({
      resource: orNotFound(items().find(({ uri }) => lastSegment(uri) === params.id)),
    }));
  }
  app.delete<{ Params: { id: string } }>('/organization_memberships/:id', async ({ params }) => {
    if (params.id !== MEMBERSHIP_ID) throw notFound();
    throw permissionDenied('The owner of the organization cannot be removed.');
  });
  app.get<{ Params: { id: string } }>('/organizations/:id', async ({ params }) => {
    if (params.id !== lastSegment(addresses.organization)) throw notFound();
    const { name } = context.eventType.host;
    return {
      resource: { uri: addresses.organization, name, kind: 'single', plan: 'basic', stage: 'free', ...TIMES },
    };
  });
}
