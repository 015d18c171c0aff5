import { badRequest } from '../errors/api-error.ts';
import type { Project } from '../state/project.ts';
import type { User } from '../state/user.ts';
import { buildClaims, ID_TOKEN_SECONDS, pickDeveloperClaims, type SignIn } from './claims.ts';
import { type Claims, type DecodedJwt, decodeJwt, isSignedBy, signJwt, unsignedJwt } from './jwt.ts';
import { seal, unseal } from './sealed-token.ts';
import type { SigningKeys } from './signing-keys.ts';

/** The user of a valid token and the sign-in behind it. */
export interface Authenticated {
  readonly user: User;
  readonly signIn: SignIn;
  /** Claims beyond the standard ones. */
  readonly developerClaims: Claims;
}

interface RefreshContent extends SignIn {
  readonly uid: string;
  /** Selects the tenant whose secret sealed the token. */
  readonly tenant: string | undefined;
}

const ID_TOKEN_ISSUER = 'https://securetoken.google.com/';
const COOKIE_ISSUER = 'https://session.firebase.google.com/';

export type Tokens = ReturnType<typeof tokensOf>;

/** Permissive, it issues and accepts unsigned tokens, as the official emulator does. */
export function tokensOf(project: Project, keys: SigningKeys, permissive: boolean) {
  const { projectId, tenantId } = project;
  const sign = async (claims: Claims, issuer: string, seconds: number): Promise<string> => {
    const iat = project.nowSeconds();
    const whole = { iss: `${issuer}${projectId}`, aud: projectId, ...claims, iat, exp: iat + seconds };
    if (permissive) return unsignedJwt(whole);
    const { id, privateKey } = keys.current;
    return signJwt(whole, id, privateKey);
  };
  const isGenuine = (jwt: DecodedJwt): boolean => {
    if (permissive) return true;
    const { kid } = jwt.header;
    const key = typeof kid === 'string' ? keys.publicKey(kid) : undefined;
    return key !== undefined && isSignedBy(jwt, key);
  };
  /** The user of a sign-in at `authTime`; throws if the session has ended since. */
  const activeUser = (uid: string, authTime: number): User => {
    const user = project.users.byId(uid);
    if (user === undefined) throw badRequest('USER_NOT_FOUND');
    if (authTime < user.validSince) throw badRequest('TOKEN_EXPIRED');
    if (user.disabled) throw badRequest('USER_DISABLED');
    return user;
  };
  return {
    activeUser,
    issue: async (user: User, signIn: SignIn) => {
      const idToken = await sign(buildClaims(user, signIn), ID_TOKEN_ISSUER, ID_TOKEN_SECONDS);
      const refresh: RefreshContent = { ...signIn, uid: user.localId, tenant: tenantId };
      const refreshToken = seal(keys.findSecret(project), 'refresh', refresh);
      // `expiresIn` is text in the protocol.
      return { idToken, refreshToken, expiresIn: String(ID_TOKEN_SECONDS) };
    },
    /** Issues a session cookie with the claims of an ID token. */
    issueCookie: ({ user, signIn, developerClaims }: Authenticated, validSeconds: number): Promise<string> =>
      sign(buildClaims(user, { ...signIn, customClaims: developerClaims }), COOKIE_ISSUER, validSeconds),
    /** Throws INVALID_ID_TOKEN, TOKEN_EXPIRED, USER_NOT_FOUND or USER_DISABLED. */
    authenticate: (idToken: string): Authenticated => {
      const jwt = decodeJwt(idToken);
      if (jwt === undefined || !isGenuine(jwt)) throw badRequest('INVALID_ID_TOKEN');
      const { claims } = jwt;
      const { sub, exp, iat, auth_time: authTime } = claims;
      if (claims.iss !== `${ID_TOKEN_ISSUER}${projectId}` || claims.aud !== projectId)
        throw badRequest('INVALID_ID_TOKEN');
      if (typeof sub !== 'string' || sub === '' || typeof exp !== 'number' || typeof iat !== 'number') {
        throw badRequest('INVALID_ID_TOKEN');
      }
      if (tenantIn(claims) !== tenantId) throw badRequest('TENANT_ID_MISMATCH');
      if (exp <= project.nowSeconds()) throw badRequest('TOKEN_EXPIRED');
      const signIn = { ...readSignIn(claims), authTime: typeof authTime === 'number' ? authTime : iat };
      const user = activeUser(sub, signIn.authTime);
      return { user, signIn, developerClaims: pickDeveloperClaims(claims) };
    },
    /** Throws INVALID_REFRESH_TOKEN, TOKEN_EXPIRED, USER_NOT_FOUND or USER_DISABLED. */
    redeemRefreshToken: (token: string): Omit<Authenticated, 'developerClaims'> => {
      const content = unseal(keys.findSecret(project), 'refresh', token) as RefreshContent | undefined;
      if (content === undefined) throw badRequest('INVALID_REFRESH_TOKEN');
      const { uid, tenant: _, ...signIn } = content;
      // The official emulator deletes a user's refresh tokens together with the user.
      if (permissive && project.users.byId(uid) === undefined) throw badRequest('INVALID_REFRESH_TOKEN');
      return { user: activeUser(uid, signIn.authTime), signIn };
    },
  };
}

function tenantIn({ firebase }: Claims): unknown {
  return (firebase as { tenant?: unknown } | undefined | null)?.tenant ?? undefined;
}

function readSignIn({ firebase }: Claims): Omit<SignIn, 'authTime'> {
  const said = (typeof firebase === 'object' ? firebase : null) as Claims | null;
  const text = (name: string) => (typeof said?.[name] === 'string' ? said[name] : undefined);
  const identifier = text('second_factor_identifier');
  const factor = text('sign_in_second_factor');
  const attributes = said?.sign_in_attributes;
  return {
    provider: text('sign_in_provider') ?? 'custom',
    ...(typeof attributes === 'object' && attributes !== null && { attributes: attributes as Claims }),
    ...(identifier !== undefined &&
      factor !== undefined && { secondFactor: { identifier, provider: factor } }),
  };
}
