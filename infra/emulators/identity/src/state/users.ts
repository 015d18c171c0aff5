import { badRequest } from '../errors/api-error.ts';
import type { User } from './user.ts';

/** All users, with unique ids, email addresses, phone numbers, provider accounts and passkeys. */
export class Users {
  readonly #byId = new Map<string, User>();
  /** Ids by what no other user may have. */
  readonly #holders = new Map<string, string>();

  get size(): number {
    return this.#byId.size;
  }

  byId(localId: string): User | undefined {
    return this.#byId.get(localId);
  }

  byEmail(email: string): User | undefined {
    return this.#holder('email', email);
  }

  byPhone(phoneNumber: string): User | undefined {
    return this.#holder('phone', phoneNumber);
  }

  byFederated(providerId: string, rawId: string): User | undefined {
    return this.#holder('federated', providerId, rawId);
  }

  byPasskey(credentialId: string): User | undefined {
    return this.#holder('passkey', credentialId);
  }

  /** In ascending order of id. */
  sorted(): User[] {
    return [...this.#byId.values()].toSorted((a, b) => (a.localId < b.localId ? -1 : 1));
  }

  all(): Iterable<User> {
    return this.#byId.values();
  }

  /** Stores a user, replacing the one with its id; rejects values that another user already has. */
  put(user: User): void {
    this.#rejectTaken(user);
    this.delete(user.localId);
    this.#byId.set(user.localId, user);
    for (const value of uniqueValues(user)) this.#holders.set(value, user.localId);
  }

  delete(localId: string): void {
    const user = this.#byId.get(localId);
    if (user === undefined) return;
    this.#byId.delete(localId);
    for (const value of uniqueValues(user)) this.#holders.delete(value);
  }

  clear(): void {
    this.#byId.clear();
    this.#holders.clear();
  }

  #holder(...value: readonly string[]): User | undefined {
    return this.#byId.get(this.#holders.get(value.join('\0')) ?? '');
  }

  #rejectTaken({ localId, email, phoneNumber, federated }: User): void {
    const isTaken = (holder: User | undefined) => holder !== undefined && holder.localId !== localId;
    if (email !== undefined && isTaken(this.byEmail(email))) throw badRequest('EMAIL_EXISTS');
    if (phoneNumber !== undefined && isTaken(this.byPhone(phoneNumber)))
      throw badRequest('PHONE_NUMBER_EXISTS');
    if (federated.some(({ providerId, rawId }) => isTaken(this.byFederated(providerId, rawId)))) {
      throw badRequest('FEDERATED_USER_ID_ALREADY_LINKED');
    }
  }
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
