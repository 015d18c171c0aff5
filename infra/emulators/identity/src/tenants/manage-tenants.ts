import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import type { Project } from '../state/project.ts';
import type { Fields } from '../wire/fields.ts';
import {
  changedTenantConfig,
  maskedFields,
  newTenantConfig,
  rejectUnknown,
  tenantWire,
} from './tenant-config.ts';
import { requireTenant } from './tenant-of-request.ts';

const DEFAULT_PAGE = 20;
const MAX_PAGE_SIZE = 1000;

export function createTenant({ project, tenants }: Context, body: Fields): object {
  const config = changedTenantConfig(newTenantConfig(project.config), body);
  const prefix = (config.displayName ?? 'tenant').toLowerCase();
  const tenantId = `${prefix}-${randomBytes(4).toString('hex').slice(0, 5)}`;
  return tenantWire(tenants.create(tenantId, config).project);
}

export function getTenant(context: Context, tenantId: string): object {
  return tenantWire(requireTenant(context, tenantId).project);
}

/** Without a mask all settings are replaced; those missing from the body are turned off. */
export function changeTenant(context: Context, tenantId: string, body: Fields, mask: string | null): object {
  const { project } = requireTenant(context, tenantId);
  if (mask && !context.permissive) rejectUnknown(mask.split(','));
  const changed = mask
    ? changedTenantConfig(project.config, maskedFields(body, mask))
    : changedTenantConfig(newTenantConfig(context.project.config), body);
  project.saveConfig(changed);
  return tenantWire(project);
}

export function deleteTenant(context: Context, tenantId: string): object {
  requireTenant(context, tenantId);
  context.tenants.remove(tenantId);
  return {};
}

/** Returns a page of tenants ordered by id. The next page token is the last id. */
export function listTenants({ tenants }: Context, query: URLSearchParams): object {
  const size = Number(query.get('pageSize') ?? DEFAULT_PAGE);
  if (!Number.isInteger(size) || size < 1 || size > MAX_PAGE_SIZE) throw badRequest('INVALID_PAGE_SELECTION');
  const after = query.get('pageToken') ?? '';
  const rest = tenants.sorted().filter(({ project }) => tenantKey(project) > after);
  const page = rest.slice(0, size).map(({ project }) => project);
  const last = page.at(-1);
  return {
    tenants: page.map(tenantWire),
    ...(last && page.length === size && { nextPageToken: tenantKey(last) }),
  };
}

const tenantKey = ({ tenantId }: Project) => tenantId ?? '';
