import { userWire } from '../accounts/user-wire.ts';
import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import { describeHash } from '../passwords/hash-password.ts';
import type { User } from '../state/user.ts';
import type { Fields } from '../wire/fields.ts';

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

const MAX_QUERIED = 500;
const ORDERS = ['ORDER_UNSPECIFIED', 'ASC', 'DESC'];
const SORT_FIELDS = [
  'SORT_BY_FIELD_UNSPECIFIED',
  'USER_ID',
  'NAME',
  'CREATED_AT',
  'LAST_LOGIN_AT',
  'USER_EMAIL',
];

/** Returns the number of users and a page of them, ordered by id if not asked otherwise. */
export function queryUsers({ project }: Context, body: Fields): object {
  // The service takes a list of expressions and evaluates only the first.
  const [expression] = body.objects('expression');
  const found = project.users.sorted().filter((user) => !expression || matches(user, expression));
  const recordsCount = String(found.length);
  if (body.flag('returnUserInfo') === false) return { recordsCount };
  const field = readChoice(body, 'sortBy', SORT_FIELDS);
  const direction = readChoice(body, 'order', ORDERS) === 'DESC' ? -1 : 1;
  found.sort((a, b) => direction * compare(sortKey(a, field), sortKey(b, field)));
  const offset = readCount(body, 'offset');
  const limit = Math.min(readCount(body, 'limit') || MAX_QUERIED, MAX_QUERIED);
  return { recordsCount, userInfo: found.slice(offset, offset + limit).map(userWire) };
}

/** The service applies one condition only: the first of these that is given. */
function matches({ email, phoneNumber, localId }: User, expression: Fields): boolean {
  const [wantedEmail, wantedPhone] = [expression.text('email'), expression.text('phoneNumber')];
  if (wantedEmail !== undefined) return email === wantedEmail.toLowerCase();
  if (wantedPhone !== undefined) return phoneNumber === wantedPhone;
  return localId === (expression.text('userId') ?? localId);
}

function sortKey(user: User, field: string | undefined): string | number {
  if (field === 'NAME') return user.displayName ?? '';
  if (field === 'CREATED_AT') return user.createdAt;
  if (field === 'LAST_LOGIN_AT') return user.lastLoginAt ?? 0;
  return field === 'USER_EMAIL' ? (user.email ?? '') : user.localId;
}

function compare(a: string | number, b: string | number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function readChoice(body: Fields, name: string, choices: readonly string[]): string | undefined {
  const choice = body.enumeration(name, choices);
  if (choice === undefined || choices.includes(choice)) return choice;
  throw badRequest(`Invalid value at '${name}' (TYPE_ENUM), "${choice}"`);
}

function readCount(body: Fields, name: string): number {
  const count = body.integer(name) ?? 0;
  if (count >= 0) return count;
  throw badRequest(`INVALID_ARGUMENT : ${name} must not be negative.`);
}
