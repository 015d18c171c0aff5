import { ROUTES, type Route, SERVICES } from './routes.ts';

export interface FoundRoute {
  readonly route: Route;
  /** As named in the path, if it names one. */
  readonly projectId: string | undefined;
  readonly tenantId: string | undefined;
}

const HOSTS: ReadonlySet<string> = new Set(Object.values(SERVICES));
const PROJECT = /\/projects\/([^/:]+)(?:\/tenants\/([^/:]+))?/;
/** What a tenant has as the project has it; its settings have routes of their own. */
const IN_TENANT = /^[^/]+\/v1\//;

/** The path with its service in front, whether a client puts that into the path or into the Host header. */
export function servicePath(pathname: string, host: string | undefined): string {
  return host !== undefined && HOSTS.has(host) ? `${host}${pathname}` : pathname.slice(1);
}

export function findRoute(method: string, path: string): FoundRoute | undefined {
  const [, projectId, tenantId] = PROJECT.exec(path) ?? [];
  const isTenant = tenantId !== undefined && !IN_TENANT.test(path);
  const template = path.replace(PROJECT, `/projects/{p}${isTenant ? '/tenants/{t}' : ''}`);
  const route = ROUTES.get(`${method} ${template}`);
  return route && { route, projectId: decoded(projectId), tenantId: decoded(tenantId) };
}

function decoded(segment: string | undefined): string | undefined {
  try {
    return segment && decodeURIComponent(segment);
  } catch {
    // A badly encoded id belongs to nobody.
    return segment;
  }
}
