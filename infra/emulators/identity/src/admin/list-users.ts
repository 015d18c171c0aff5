import { userWire } from '../accounts/user-wire.ts';
import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import { describeHash } from '../passwords/hash-password.ts';
import type { User } from '../state/user.ts';

const DEFAULT_PAGE = 20;
const MAX_PAGE_SIZE = 1000;

/** Returns a page of users ordered by id. The next page token is the last id; `maxResults=-1` returns all. */
export function listUsers(context: Context, query: URLSearchParams): object {
  const { project } = context;
  const requested = Number(query.get('maxResults') ?? DEFAULT_PAGE);
  if (!Number.isInteger(requested) || requested > MAX_PAGE_SIZE) throw badRequest('INVALID_PAGE_SELECTION');
  const after = query.get('nextPageToken') ?? '';
  const rest = project.users.sorted().filter(({ localId }) => localId > after);
  const size = requested < 0 ? Number.POSITIVE_INFINITY : requested || DEFAULT_PAGE;
  const page = rest.slice(0, size);
  const last = page.at(-1);
  const { signerKey } = describeHash(context);
  return {
    kind: 'identitytoolkit#DownloadAccountResponse',
    users: page.map((user) => ({ ...userWire(user), ...exportedHash(user, signerKey) })),
    // As in the service, a full page has a token even if it is the last one.
    ...(last && page.length === size && { nextPageToken: last.localId }),
  };
}

/** For an owner who moves users elsewhere: only hashes of the project's own algorithm and key, as in the service. */
function exportedHash({ password }: User, signerKey: string): object {
  const isOwn = password?.algorithm === 'SCRYPT' && password.signerKey === signerKey;
  return isOwn ? { passwordHash: password.hash, salt: password.salt } : {};
}
