import { userWire } from '../accounts/user-wire.ts';
import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';

const DEFAULT_PAGE = 20;
const MAX_PAGE_SIZE = 1000;

/** Returns a page of users ordered by id. The next page token is the last id; `maxResults=-1` returns all. */
export function listUsers({ project }: Context, query: URLSearchParams): object {
  const requested = Number(query.get('maxResults') ?? DEFAULT_PAGE);
  if (!Number.isInteger(requested) || requested > MAX_PAGE_SIZE) throw badRequest('INVALID_PAGE_SELECTION');
  const after = query.get('nextPageToken') ?? '';
  const rest = project.users.sorted().filter(({ localId }) => localId > after);
  const size = requested < 0 ? Number.POSITIVE_INFINITY : requested || DEFAULT_PAGE;
  const page = rest.slice(0, size);
  const last = page.at(-1);
  return {
    kind: 'identitytoolkit#DownloadAccountResponse',
    users: page.map(userWire),
    // As in the service, a full page has a token even if it is the last one.
    ...(last && page.length === size && { nextPageToken: last.localId }),
  };
}
