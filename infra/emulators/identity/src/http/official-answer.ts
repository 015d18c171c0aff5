import { REDACTED } from '../accounts/user-wire.ts';
import type { Answer } from './answer.ts';

type Json = Readonly<Record<string, unknown>>;

const SESSION_SECONDS = '3600';

/** Changes an answer to the fields of Google's Auth emulator, for the strict parsers of suites that were written for it. */
export function asOfficial(path: string, answer: Answer): Answer {
  if (typeof answer.body === 'string') return answer;
  const change = CHANGES[path.split(/[/:]/).at(-1) ?? ''] ?? ((body: Json) => body);
  const body = answer.status === 200 ? change(answer.body as Json) : withoutStatus(answer.body as Json);
  return { ...answer, body };
}

const withUsers = (name: string) => (body: Json) => {
  const users = body[name];
  return Array.isArray(users) ? { ...body, [name]: users.map(userFields) } : body;
};

const CHANGES: Readonly<Record<string, (body: Json) => Json>> = {
  lookup: withUsers('users'),
  batchGet: withUsers('users'),
  query: withUsers('userInfo'),
  signInWithPassword: ({ displayName: _, ...body }) => body,
  signInWithIdp: ({ rawId: _, ...body }) => ofEmail(body),
  update: (body) => ofEmail(body),
  withdraw: (body) => ({ ...body, expiresIn: SESSION_SECONDS }),
  // Clients of the releases before the setting reject it, and take its absence as off.
  config: ({ emailPrivacyConfig, ...body }) => {
    const isOn = (emailPrivacyConfig as Json | undefined)?.enableImprovedEmailPrivacy === true;
    return isOn || 'mfa' in body ? { ...body, emailPrivacyConfig } : body;
  },
  oobCodes: (body) => ({
    ...body,
    oobCodes: (body.oobCodes as readonly Json[]).map(({ sentAt: _, ...code }) => code),
  }),
};

/** Errors of the request itself have a status in words at the service only. */
function withoutStatus(body: Json): Json {
  const error = body.error as Json;
  if (error?.code !== 400) return body;
  const { status: _, ...rest } = error;
  return { error: rest };
}

const ofEmail = (body: Json): Json =>
  body.email === undefined ? { ...body, emailVerified: undefined } : body;

function userFields(user: Json): Json {
  const isRevoked = Number(user.validSince) > Math.floor(Number(user.createdAt) / 1000);
  return {
    ...user,
    disabled: user.disabled || undefined,
    validSince: user.passwordHash || isRevoked ? user.validSince : undefined,
    // Google's emulator shows what it stores, ours what production does.
    salt: user.passwordHash && REDACTED,
  };
}
