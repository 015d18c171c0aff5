import { EMULATED_PATHS } from '@outharbor/contract/paths';
import { LIMITS } from './policy.ts';

export interface ForwardTargets {
  /** A function, because addresses change as instances come and go. */
  readonly api: () => readonly string[];
  /** Null if the services are real; pages reach those at their own origins. */
  readonly emulators: EmulatorTargets | null;
}

export interface EmulatorTargets {
  readonly stripe: string;
  readonly scheduling: string;
  readonly identity: string;
  readonly database: string;
}

export interface ForwardRoute {
  readonly path: string;
  readonly exact?: boolean;
  readonly addresses: () => readonly string[];
  readonly answerWithinMs: number;
  readonly repeatable?: boolean;
  /** The emulators would treat `Bearer owner` as an administrator. */
  readonly keepCredentials?: boolean;
  readonly framed?: boolean;
}

/** Only for probes that call the services directly. */
export const INTERNAL_PATH = /^\/api\/health/;

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
    // WebSocket handshakes are tunnelled instead; the service rejects other requests here.
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
