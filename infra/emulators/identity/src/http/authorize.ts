import type { IncomingHttpHeaders } from 'node:http';
import type { Caller, Context } from '../context.ts';
import { forbidden, unauthenticated } from '../errors/api-error.ts';
import { ACCESS_TOKEN_PREFIX, isAccessToken } from '../tokens/service-account.ts';
import type { Access } from './routes.ts';

/** Headers added by front doors and proxies. Tools connect to the emulator directly. */
const PUBLIC_MARKS = ['x-emulator-public', 'x-forwarded-for', 'forwarded'];

export const isPublicTraffic = (headers: IncomingHttpHeaders) =>
  PUBLIC_MARKS.some((mark) => headers[mark] !== undefined);

/** Identifies the caller; throws 401 or 403 if it may not make this call. */
export function authorize(
  context: Context,
  access: Access,
  headers: IncomingHttpHeaders,
  apiKey: string | null,
): Caller {
  const authorization = access === 'exchange' ? undefined : headers.authorization;
  const isPublic = isPublicTraffic(headers);
  if (isPublic && authorization !== undefined)
    throw forbidden('Credentials of an administrator are not accepted here.');
  if (isPublic && access !== 'client') throw forbidden('Not public.');
  const [, bearer] = /^bearer (.*)$/i.exec(authorization ?? '') ?? [];
  const privileged = bearer !== undefined && isAdministrator(context, bearer, headers);
  if (bearer !== undefined && !privileged) {
    throw unauthenticated('Request had invalid authentication credentials.');
  }
  if (access === 'administrator' && !privileged && !context.permissive) {
    throw unauthenticated('Request is missing required authentication credential.');
  }
  if (access === 'client' && !privileged && !apiKey) {
    throw forbidden('The request is missing a valid API key.');
  }
  return { privileged: privileged || (access === 'administrator' && context.permissive) };
}

/** Pages are rejected, because any website could send the well-known credential `owner`. */
function isAdministrator(context: Context, bearer: string, { origin }: IncomingHttpHeaders): boolean {
  const { permissive, allowOwner, project, keys } = context;
  if (bearer.toLowerCase() === 'owner') return allowOwner && (origin === undefined || permissive);
  return permissive ? bearer.startsWith(ACCESS_TOKEN_PREFIX) : isAccessToken(bearer, project, keys);
}
