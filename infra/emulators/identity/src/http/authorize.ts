import type { IncomingHttpHeaders } from 'node:http';
import { isPublicTraffic, type PageGuard } from '@outharbor/emulator-kit/page-guard';
import type { Caller, Context } from '../context.ts';
import { badRequest, forbidden, unauthenticated } from '../errors/api-error.ts';
import { ACCESS_TOKEN_PREFIX, isAccessToken } from '../tokens/service-account.ts';
import type { Access } from './routes.ts';

interface Sender {
  readonly headers: IncomingHttpHeaders;
  readonly apiKey: string | null;
  readonly guard: PageGuard;
}

/** Identifies the caller; throws 401 or 403 if it may not make this call. */
export function authorize(context: Context, access: Access, { headers, apiKey, guard }: Sender): Caller {
  const authorization = access === 'exchange' ? undefined : headers.authorization;
  const isPublic = isPublicTraffic(headers);
  if (isPublic && authorization !== undefined)
    throw forbidden('Credentials of an administrator are not accepted here.');
  if (isPublic && access === 'provider')
    throw badRequest('OPERATION_NOT_ALLOWED : Provider sign-in is not verified, and so not public.');
  if (isPublic && access !== 'client') throw forbidden('Not public.');
  const ofPage = guard.rejectPage(headers);
  if (
    ofPage !== undefined &&
    (authorization !== undefined || access === 'administrator' || access === 'tools')
  )
    throw unauthenticated(ofPage);
  if (ofPage !== undefined && access === 'provider' && !context.permissive)
    throw badRequest(`OPERATION_NOT_ALLOWED : ${ofPage}`);
  const [, bearer] = /^bearer (.*)$/i.exec(authorization ?? '') ?? [];
  const privileged = bearer !== undefined && isAdministrator(context, bearer);
  if (bearer !== undefined && !privileged) {
    throw unauthenticated('Request had invalid authentication credentials.');
  }
  if (access === 'administrator' && !privileged && !context.permissive) {
    throw unauthenticated('Request is missing required authentication credential.');
  }
  if ((access === 'client' || access === 'provider') && !privileged && !apiKey) {
    throw forbidden('The request is missing a valid API key.');
  }
  return { privileged: privileged || (access === 'administrator' && context.permissive) };
}

function isAdministrator(context: Context, bearer: string): boolean {
  const { permissive, allowOwner, project, keys } = context;
  if (bearer.toLowerCase() === 'owner') return allowOwner;
  return permissive ? bearer.startsWith(ACCESS_TOKEN_PREFIX) : isAccessToken(bearer, project, keys);
}
