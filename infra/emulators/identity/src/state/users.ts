import { badRequest } from '../errors/api-error.ts';
import type { User } from './user.ts';

/** All users, with unique ids, email addresses, phone numbers, provider accounts and passkeys. */
export class Users {
  readonly #byId = new Map<string, User>();
  readonly #byEmail = new Map<string, string>();
  readonly #byPhone = new Map<string, string>();
  readonly #byFederated = new Map<string, string>();
  readonly #byPasskey = new Map<string, string>();

  get size(): number {
    return this.#byId.size;
  }

  byId(localId: string): User | undefined {
    return this.#byId.get(localId);
  }

  byEmail(email: string): User | undefined {
    return this.#find(this.#byEmail, email);
  }

  byPhone(phoneNumber: string): User | undefined {
    return this.#find(this.#byPhone, phoneNumber);
  }

  byFederated(providerId: string, rawId: string): User | undefined {
    return this.#find(this.#byFederated, federatedKey(providerId, rawId));
  }

  byPasskey(credentialId: string): User | undefined {
    return this.#find(this.#byPasskey, credentialId);
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
    if (user.email !== undefined) this.#byEmail.set(user.email, user.localId);
    if (user.phoneNumber !== undefined) this.#byPhone.set(user.phoneNumber, user.localId);
    for (const { providerId, rawId } of user.federated) {
      this.#byFederated.set(federatedKey(providerId, rawId), user.localId);
    }
    for (const { credentialId } of user.passkeys ?? []) this.#byPasskey.set(credentialId, user.localId);
  }

  delete(localId: string): void {
    const user = this.#byId.get(localId);
    if (user === undefined) return;
    this.#byId.delete(localId);
    if (user.email !== undefined) this.#byEmail.delete(user.email);
    if (user.phoneNumber !== undefined) this.#byPhone.delete(user.phoneNumber);
    for (const { providerId, rawId } of user.federated) {
      this.#byFederated.delete(federatedKey(providerId, rawId));
    }
    for (const { credentialId } of user.passkeys ?? []) this.#byPasskey.delete(credentialId);
  }

  clear(): void {
    const indexes = [this.#byId, this.#byEmail, this.#byPhone, this.#byFederated, this.#byPasskey];
    for (const index of indexes) index.clear();
  }

  #find(index: ReadonlyMap<string, string>, key: string): User | undefined {
    const localId = index.get(key);
    return localId === undefined ? undefined : this.#byId.get(localId);
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

// Provider ids never contain a null character.
const federatedKey = (providerId: string, rawId: string) => `${providerId}\0${rawId}`;
