import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import type { Fields } from '../wire/fields.ts';

const MAX_USERS = 1000;

/** Deletes users by id. Without `force`, users that are not disabled are kept and reported. */
export function deleteUsers({ project }: Context, body: Fields): object {
  const ids = body.texts('localIds');
  if (ids.length === 0 || ids.length > MAX_USERS) throw badRequest('LOCAL_ID_LIST_EXCEEDS_LIMIT');
  const force = body.flag('force') === true;
  const errors = ids.flatMap((localId, index) => {
    const user = project.users.byId(localId);
    if (user === undefined) return [];
    if (!force && !user.disabled) {
      return [{ index, localId, message: 'NOT_DISABLED : Disable the account before batch deletion.' }];
    }
    project.deleteUser(localId);
    return [];
  });
  return errors.length > 0 ? { errors } : {};
}
