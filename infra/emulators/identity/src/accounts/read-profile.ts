import { badRequest } from '../errors/api-error.ts';
import type { User } from '../state/user.ts';
import type { Fields } from '../wire/fields.ts';

type Profile = Pick<User, 'displayName' | 'photoUrl'>;

/** As documented for `accounts:update`; apps exceed it with pictures as `data:` URLs. */
const MAX_PHOTO_URL_LENGTH = 2048;

/** The name and the picture in a request; those missing remain. */
export function readProfile(body: Fields, stored: Profile = {}): Profile {
  const photoUrl = body.text('photoUrl');
  if (photoUrl !== undefined && photoUrl.length > MAX_PHOTO_URL_LENGTH)
    throw badRequest('INVALID_PROFILE_ATTRIBUTE : Photo URL too long.');
  return {
    displayName: body.text('displayName') ?? stored.displayName,
    photoUrl: photoUrl ?? stored.photoUrl,
  };
}
