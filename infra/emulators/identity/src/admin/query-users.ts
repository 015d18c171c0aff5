import { userWire } from '../accounts/user-wire.ts';
import type { Context } from '../context.ts';
import { notImplemented } from '../errors/api-error.ts';
import type { Fields } from '../wire/fields.ts';

const FILTERS = ['expression', 'limit', 'offset', 'order', 'sortBy'];

/** Returns the number of users and the users, ordered by id. */
export function queryUsers({ project }: Context, body: Fields): object {
  const filter = FILTERS.find((name) => body.has(name));
  if (filter !== undefined) throw notImplemented(`${filter} in accounts:query`);
  const recordsCount = String(project.users.size);
  if (body.flag('returnUserInfo') === false) return { recordsCount };
  return { recordsCount, userInfo: project.users.sorted().map(userWire) };
}
