import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { EmulatorContext } from '../emulator-context.ts';
import { requireType } from './find-type.ts';
import { invalidArgument } from './rest-error.ts';

interface LinkBody {
  readonly max_event_count?: unknown;
  readonly owner?: unknown;
  readonly owner_type?: unknown;
}

/** Links that work for one booking (developer.calendly.com/api-docs/calendly-api/scheduling-links/create-single-use-scheduling-link). */
export function addSchedulingLinkRoutes(app: FastifyInstance, context: EmulatorContext): void {
  const { ledger, save } = context;
  app.post<{ Body: LinkBody | null }>('/scheduling_links', async ({ body }, reply) => {
    const { max_event_count: count, owner, owner_type: type } = body ?? {};
    if (count !== 1) throw invalidArgument('max_event_count', 'must be 1');
    if (type !== 'EventType') throw invalidArgument('owner_type', 'must be EventType');
    if (typeof owner !== 'string') throw invalidArgument('owner', 'is required');
    const { addresses } = requireType(owner, context);
    const id = randomBytes(6).toString('hex');
    ledger.links.add(id);
    await save();
    const resource = { booking_url: addresses.link(id), owner, owner_type: type };
    return reply.status(201).send({ resource });
  });
}
