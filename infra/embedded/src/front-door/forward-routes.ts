import { EMULATED_PATHS } from '@outharbor/contract/paths';

/** A service behind the front door. `addresses` may change while it runs (API instances come and go). */
export interface ForwardTargets {
  readonly api: () => readonly string[];
  readonly stripe: string;
  readonly scheduling: string;
  readonly identity: string;
  readonly database: string;
}

export interface ForwardRoute {
  /** `/a` stands for `/a` itself and all below it; with `exact` for `/a` alone. */
  readonly path: string;
  readonly exact?: boolean;
  readonly addresses: () => readonly string[];
  readonly answerWithinMs: number;
  /** Every call may be made twice: creating and confirming are idempotent by design. */
  readonly repeatable?: boolean;
  /** An Authorization header is passed on; the emulators would take `Bearer owner` for an administrator. */
  readonly keepCredentials?: boolean;
  /** Its pages may stand in a frame of the site. */
  readonly framed?: boolean;
}

/** The first path of the API; everything under it answers JSON, failures of the front door included. */
export const API_PREFIX = '/api';

const PROMPT_MS = 15_000;
/** The database holds a long poll open for up to 45 seconds. */
const LONG_POLL_MS = 60_000;

/** For the operator's own probes, at the services themselves. */
export const INTERNAL_PATHS = ['/api/health', '/api/metrics'] as const;

/** What is forwarded, and nothing else: control routes and other services have no entry here. */
export function forwardRoutes(targets: ForwardTargets): ForwardRoute[] {
  const one = (address: string) => () => [address];
  const prompt = { answerWithinMs: PROMPT_MS };
  return [
    { path: API_PREFIX, addresses: targets.api, keepCredentials: true, repeatable: true, ...prompt },
    { path: EMULATED_PATHS.stripe, addresses: one(targets.stripe), ...prompt },
    { path: EMULATED_PATHS.scheduling, addresses: one(targets.scheduling), framed: true, ...prompt },
    { path: EMULATED_PATHS.identityToolkit, addresses: one(targets.identity), ...prompt },
    { path: EMULATED_PATHS.secureToken, addresses: one(targets.identity), ...prompt },
    {
      path: EMULATED_PATHS.databaseLongPoll,
      exact: true,
      addresses: one(targets.database),
      answerWithinMs: LONG_POLL_MS,
    },
  ];
}

export function matches({ path, exact }: Pick<ForwardRoute, 'path' | 'exact'>, address: string): boolean {
  return address === path || (exact !== true && address.startsWith(`${path}/`));
}
