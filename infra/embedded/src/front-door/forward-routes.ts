import { EMULATED_PATHS } from '@outharbor/contract/paths';
import { LIMITS } from './policy.ts';

/** What is behind the front door. */
export interface ForwardTargets {
  /** The addresses may change while it runs: instances come and go. */
  readonly api: () => readonly string[];
  /** Null where they are the real services, which pages reach at their own origins. */
  readonly emulators: EmulatorTargets | null;
}

export interface EmulatorTargets {
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

/** For the operator's own probes, at the services themselves. */
export const INTERNAL_PATH = /^\/api\/health/;

/** What is forwarded, and nothing else: control routes and other services have no entry here. */
export function forwardRoutes(targets: ForwardTargets): ForwardRoute[] {
  const prompt = { answerWithinMs: LIMITS.answerMs };
  return [
    { path: '/api', addresses: targets.api, keepCredentials: true, repeatable: true, ...prompt },
    ...(targets.emulators ? emulatorRoutes(targets.emulators) : []),
  ];
}

function emulatorRoutes(targets: EmulatorTargets): ForwardRoute[] {
  const one = (address: string) => () => [address];
  const prompt = { answerWithinMs: LIMITS.answerMs };
  return [
    { path: EMULATED_PATHS.stripe, addresses: one(targets.stripe), ...prompt },
    { path: EMULATED_PATHS.scheduling, addresses: one(targets.scheduling), framed: true, ...prompt },
    { path: EMULATED_PATHS.identityToolkit, addresses: one(targets.identity), ...prompt },
    { path: EMULATED_PATHS.secureToken, addresses: one(targets.identity), ...prompt },
    // A handshake is no request that is forwarded; a request without one is refused there.
    { path: EMULATED_PATHS.databaseSocket, exact: true, addresses: one(targets.database), ...prompt },
    {
      path: EMULATED_PATHS.databaseLongPoll,
      exact: true,
      addresses: one(targets.database),
      answerWithinMs: LIMITS.longPollAnswerMs,
    },
  ];
}

export function matches({ path, exact }: Pick<ForwardRoute, 'path' | 'exact'>, address: string): boolean {
  return address === path || (exact !== true && address.startsWith(`${path}/`));
}
