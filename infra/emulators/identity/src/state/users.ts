import { badRequest } from '../errors/api-error.ts';
import type { User } from './user.ts';

export type Users = ReturnType<typeof emptyUsers>;

/** All users, with unique ids, email addresses, phone numbers, provider accounts and passkeys. */
export function emptyUsers() {
  const users = new Map<string, User>();
  /** Ids by what no other user may have. */
  const holders = new Map<string, string>();
  const holder = (...value: readonly string[]) => users.get(holders.get(value.join('\0')) ?? '');
  const find = {
    byId: (localId: string): User | undefined => users.get(localId),
    byEmail: (email: string) => holder('email', email),
    byPhone: (phoneNumber: string) => holder('phone', phoneNumber),
    byFederated: (providerId: string, rawId: string) => holder('federated', providerId, rawId),
    byPasskey: (credentialId: string) => holder('passkey', credentialId),
  };
  const rejectTaken = ({ localId, email, phoneNumber, federated }: User): void => {
    const isTaken = (by: User | undefined) => by !== undefined && by.localId !== localId;
    if (email !== undefined && isTaken(find.byEmail(email))) throw badRequest('EMAIL_EXISTS');
    if (phoneNumber !== undefined && isTaken(find.byPhone(phoneNumber)))
      throw badRequest('PHONE_NUMBER_EXISTS');
    if (federated.some(({ providerId, rawId }) => isTaken(find.byFederated(providerId, rawId)))) {
      throw badRequest('FEDERATED_USER_ID_ALREADY_LINKED');
    }
  };
  const remove = (localId: string): void => {
    const user = users.get(localId);
    if (user === undefined) return;
    users.delete(localId);
    for (const value of uniqueValues(user)) holders.delete(value);
  };
  return {
    ...find,
    /** In ascending order of id. */
    sorted: () => [...users.values()].toSorted((a, b) => (a.localId < b.localId ? -1 : 1)),
    all: (): Iterable<User> => users.values(),
    /** Stores a user, replacing the one with its id; rejects values that another user already has. */
    put: (user: User): void => {
      rejectTaken(user);
      remove(user.localId);
      users.set(user.localId, user);
      for (const value of uniqueValues(user)) holders.set(value, user.localId);
    },
    delete: remove,
    clear: (): void => {
      users.clear();
      holders.clear();
    },
  };
}

/** The parts never contain a null character. */
function uniqueValues({ email, phoneNumber, federated, passkeys = [] }: User): string[] {
  return [
    ...(email === undefined ? [] : [['email', email]]),
    ...(phoneNumber === undefined ? [] : [['phone', phoneNumber]]),
    ...federated.map(({ providerId, rawId }) => ['federated', providerId, rawId]),
    ...passkeys.map(({ credentialId }) => ['passkey', credentialId]),
  ].map((value) => value.join('\0'));
}
