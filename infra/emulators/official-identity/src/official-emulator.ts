import type { RequestListener } from 'node:http';
import { createRequire } from 'node:module';

/** The parts of firebase-tools' Auth emulator used here. */
interface ProjectState {
  enableImprovedEmailPrivacy: boolean;
  updateUserByLocalId(localId: string, fields: { validSince: string }): unknown;
  createUserWithLocalId(localId: string, account: AccountTimes): unknown;
}
interface ExegesisExpress {
  middleware(description: unknown, options: object): Promise<RequestListener>;
}
interface AuthServer {
  createApp(projectId: string, mode: undefined, states: Map<string, ProjectState>): Promise<RequestListener>;
}
interface ApiDescription {
  readonly paths: Record<string, { parameters?: { $ref?: string }[] }>;
}

export type OfficialEmulator = Awaited<ReturnType<typeof loadOfficialEmulator>>;

const load = createRequire(import.meta.url);

export async function loadOfficialEmulator(projectId: string) {
  compileSchemasOnFirstUse();
  dropCommonParameters();
  const { createApp } = load('firebase-tools/lib/emulator/auth/server.js') as AuthServer;
  const { AgentProjectState } = load('firebase-tools/lib/emulator/auth/state.js') as {
    AgentProjectState: { new (projectId: string): ProjectState; readonly prototype: ProjectState };
  };
  const states = new Map<string, ProjectState>();
  let state = freshState();
  const handle = await createApp(projectId, undefined, states);
  return {
    handle,
    /** Deletes all accounts, codes and settings, and enables enumeration protection, as in a new project. */
    reset: () => {
      state = freshState();
    },
    /** Sets the time (Unix seconds) from which a user's tokens are valid; an import sets it to "now". */
    setValidSince: (localId: string, validSince: string) =>
      state.updateUserByLocalId(localId, { validSince }),
  };

  function freshState(): ProjectState {
    const fresh = new AgentProjectState(projectId);
    fresh.enableImprovedEmailPrivacy = true;
    fresh.createUserWithLocalId = (localId, account) =>
      AgentProjectState.prototype.createUserWithLocalId.call(fresh, localId, keepSignInValid(account));
    states.clear();
    states.set(projectId, fresh);
    return fresh;
  }
}

/** Compiling some 1,500 validators up front takes nine tenths of the emulator's start-up time. */
function compileSchemasOnFirstUse(): void {
  const exegesis = load('exegesis-express') as ExegesisExpress;
  const { middleware } = exegesis;
  exegesis.middleware = (description, options) =>
    middleware(description, { ...options, lazyCompileValidationSchemas: true });
}

/** `alt`, `prettyPrint` and similar: no SDK sends them, and each would cost every path another validator. */
function dropCommonParameters(): void {
  const { default: description } = load('firebase-tools/lib/emulator/auth/apiSpec.js') as {
    default: ApiDescription;
  };
  for (const path of Object.values(description.paths)) {
    path.parameters = (path.parameters ?? []).filter(
      ({ $ref }) => !$ref?.startsWith('#/components/parameters/'),
    );
  }
}

/** The times of an account, as the emulator keeps them. */
interface AccountTimes {
  /** Milliseconds since the epoch. */
  readonly lastLoginAt?: string;
  /** Unix seconds; earlier sign-ins have ended. */
  readonly validSince?: string;
}

/**
 * Makes a registration's own sign-in valid. The emulator notes the sign-in first and `validSince` later; if a second
 * begins in between, the token of the registration is revoked at once.
 */
export function keepSignInValid<T extends AccountTimes>(account: T): T {
  const { lastLoginAt, validSince } = account;
  if (lastLoginAt === undefined || validSince === undefined) return account;
  const signIn = Math.floor(Number(lastLoginAt) / 1000);
  return Number(validSince) > signIn ? { ...account, validSince: String(signIn) } : account;
}
