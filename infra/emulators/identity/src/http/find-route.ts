import { ROUTES } from './routes.ts';
import { SERVICE_HOST } from './service-hosts.ts';

const PROJECT = /\/projects\/([^/:]+)(?:\/tenants\/([^/:]+))?/;
/** Of a provider's configuration. */
const CONFIG_ID = /(\/(?:oauthIdp|inboundSaml|defaultSupportedIdp)Configs)(?:\/([^/]+))?$/;
/** Project routes that also exist for tenants. A tenant's settings have their own routes. */
const IN_TENANT = new RegExp(`^[^/]+/v1/|${CONFIG_ID.source}`);

/** Prefixes the path with the service host name, which clients send in the path or in the Host header. */
export function servicePath(pathname: string, host: string | undefined): string {
  return host !== undefined && SERVICE_HOST.test(host) ? `${host}${pathname}` : pathname.slice(1);
}

export function isServicePath(path: string): boolean {
  return SERVICE_HOST.test(path.split('/', 1)[0] ?? '');
}

/** The project's service account; clients leave its project out and may encode the address. */
const SERVICE_ACCOUNT =
  /\/projects\/-\/serviceAccounts\/firebase-adminsdk(?:@|%40)([^/:]+)\.iam\.gserviceaccount\.com:/;

/** The `id` is that of a provider's configuration. */
export function findRoute(method: string, pathname: string) {
  const path = pathname.replace(SERVICE_ACCOUNT, '/projects/$1/serviceAccounts:');
  const [, projectId, tenantId] = PROJECT.exec(path) ?? [];
  const [, , id] = CONFIG_ID.exec(path) ?? [];
  const isTenant = tenantId !== undefined && !IN_TENANT.test(path);
  const template = path
    .replace('/admin/v2/', '/v2/')
    .replace(PROJECT, `/projects/{p}${isTenant ? '/tenants/{t}' : ''}`)
    .replace(CONFIG_ID, id === undefined ? '$1' : '$1/{id}');
  const route = ROUTES.get(`${method} ${template}`);
  return route && { route, projectId: decoded(projectId), tenantId: decoded(tenantId), id: decoded(id) };
}

function decoded(segment: string | undefined): string | undefined {
  try {
    return segment && decodeURIComponent(segment);
  } catch {
    // An id with invalid encoding matches nothing.
    return segment;
  }
}
