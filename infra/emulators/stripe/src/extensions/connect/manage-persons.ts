import { isObject, type JsonObject } from '../../description/json.ts';
import type { ConnectedAccount } from '../../kinds/account-contexts.ts';
import type { Context } from '../../kinds/context.ts';
import type { Labelled, Metadata } from '../../kinds/store/kind-type.ts';

/** Who represents, owns or directs a company; it is in the store of the company's account. */
export interface Person extends Labelled {
  /** As given. */
  readonly details: JsonObject;
}

/** The person that an individual's account is about; undefined as long as nothing is known of them. */
export function findIndividual({ created, details, personId }: ConnectedAccount): Person | undefined {
  if (details.individual === undefined) return undefined;
  const { metadata = {}, relationship, ...known } = details.individual;
  const role = { representative: true, ...(isObject(relationship) && relationship) };
  return {
    ...{ id: personId, created, metadata: metadata as Metadata },
    details: { ...known, relationship: role },
  };
}

export function hasRole({ details }: Person, role: string): boolean {
  return isObject(details.relationship) && details.relationship[role] === true;
}

/** The persons of a connected account, newest first. */
export function listPersons(context: Context, account: ConnectedAccount): Person[] {
  const { persons } = context.connected(account.id).store;
  const individual = account.business_type === 'individual' ? findIndividual(account) : undefined;
  return [...persons.newestFirst(), ...(individual ? [individual] : [])];
}
