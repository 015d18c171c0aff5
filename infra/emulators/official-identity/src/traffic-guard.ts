import type { IncomingHttpHeaders } from 'node:http';
import { isPublicTraffic, pageGuard } from '../../kit/src/page-guard.ts';
import { Rejection } from './read-call.ts';

const PUBLIC_PATHS = ['/identitytoolkit.googleapis.com/', '/securetoken.googleapis.com/'];
/** What browsers open or fetch from the emulator itself. */
const BROWSER_PATHS = [...PUBLIC_PATHS, '/www.googleapis.com/', '/emulator/action', '/emulator/auth/'];

/**
 * Throws a `Rejection` for what its sender may not call. `mayClaim` says whether the sender may claim to be somebody without
 * proof, which the emulator believes.
 */
export type TrafficGuard = (headers: IncomingHttpHeaders, path: string) => { readonly mayClaim: boolean };

/**
 * Requests marked as forwarded by a front door reach only the two public services and must not carry a
 * credential: `Bearer owner` would make the sender the project's administrator. Nor may other sites' pages,
 * and the emulator's own tools need no credential.
 */
export function trafficGuard(allowedHosts: readonly string[] | undefined): TrafficGuard {
  const guard = pageGuard({ allowedHosts });
  return (headers, path) => {
    const isPublic = isPublicTraffic(headers);
    const ofPage = isPublic ? 'Not public.' : guard.rejectPage(headers);
    const problem = isPublic
      ? publicRejection(headers, path)
      : (guard.rejectHost(headers) ?? (isPrivileged(headers, path) ? ofPage : undefined));
    if (problem !== undefined) throw new Rejection(403, problem);
    return { mayClaim: ofPage === undefined };
  };
}

function publicRejection({ authorization }: IncomingHttpHeaders, path: string): string | undefined {
  if (authorization !== undefined) return 'Credentials of an administrator are not accepted here.';
  return isBelow(PUBLIC_PATHS, path) ? undefined : 'Not public.';
}

const isPrivileged = ({ authorization }: IncomingHttpHeaders, path: string) =>
  authorization !== undefined || !isBelow(BROWSER_PATHS, path);

const isBelow = (paths: readonly string[], path: string) => paths.some((each) => path.startsWith(each));
