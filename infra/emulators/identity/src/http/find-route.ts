import { ROUTES, type Route, SERVICES } from './routes.ts';

export interface FoundRoute {
  readonly route: Route;
  /** As named in the path, if it names one. */
  readonly projectId: string | undefined;
}

const HOSTS: ReadonlySet<string> = new Set(Object.values(SERVICES));
const PROJECT = /\/projects\/([^/:]+)/;

/** The path with its service in front, whether a client puts that into the path or into the Host header. */
export function servicePath(pathname: string, host: string | undefined): string {
  return host !== undefined && HOSTS.has(host) ? `${host}${pathname}` : pathname.slice(1);
}

export function findRoute(method: string, path: string): FoundRoute | undefined {
  const route = ROUTES.get(`${method} ${path.replace(PROJECT, '/projects/{p}')}`);
  const [, projectId] = PROJECT.exec(path) ?? [];
  return route && { route, projectId: projectId === undefined ? undefined : decodeURIComponent(projectId) };
}
