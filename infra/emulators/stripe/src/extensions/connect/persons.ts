import { noSuch, notSupported } from '../../description/api-error.ts';
import type { JsonObject } from '../../description/json.ts';
import {
  type ConnectedAccount,
  inConnected,
  inPlatform,
  requireAccount,
} from '../../kinds/account-contexts.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, get, post } from '../../kinds/endpoint.ts';
import { emit, emitChange, newId } from '../../kinds/objects.ts';
import { asDescribed, callParams } from '../../kinds/params/as-described.ts';
import { changedMetadata, type MetadataChange, object } from '../../kinds/params/composite.ts';
import { optional, type Reader } from '../../kinds/params/reader.ts';
import { listFields, readPage } from '../../kinds/read-page.ts';
import { subresource } from '../../kinds/subresource.ts';
import { standing } from './account.ts';
import { changeAccount, mergeDetails } from './change-account.ts';
import { hasRole, listPersons, type Person } from './manage-persons.ts';
import { ownPersonWire } from './person.ts';

const PATH = '/v1/accounts/:id/persons';
const CREATE = `POST ${PATH}`;

type Params = JsonObject & { readonly metadata?: MetadataChange };

const params = callParams<object, Params>(CREATE, {
  documents: null,
  /** A single empty name stands for none. */
  full_name_aliases: (...[value, name]) => {
    if (typeof value === 'object' && Object.values(value).every((alias) => alias === '')) return [];
    return asDescribed(CREATE, 'full_name_aliases')(value, name);
  },
  person_token: null,
  us_cfpb_data: null,
});

const listParams = object({
  ...listFields,
  relationship: optional(asDescribed(`GET ${PATH}`, 'relationship') as Reader<Record<string, boolean>>),
});

const persons = subresource(
  `${PATH}/:person`,
  (given, id, personId) => {
    const { context, account } = owned(given, id);
    return { context, account, person: requirePerson(context, account, personId) };
  },
  (_, { context, account, person }) => wire(context, account, person),
);

export const personEndpoints: readonly Endpoint[] = [
  get(PATH, listParams, (given, { relationship = {}, ...page }, { id = '' }) => {
    const { context, account } = owned(given, id);
    const roles = Object.keys(relationship).filter((role) => relationship[role] === true);
    const matches = listPersons(context, account).filter((person) =>
      roles.every((role) => hasRole(person, role)),
    );
    const source = { matches, url: `/v1/accounts/${id}/persons`, kind: 'person' };
    return readPage(context, source, page, (person) => wire(context, account, person));
  }),
  post(PATH, params, (given, params, { id = '' }) => {
    const { context, account } = owned(given, id);
    if (account.business_type === 'individual') throw notSupported('further persons of an individual');
    const { metadata: labels, ...details } = params;
    const own = inConnected(context, id);
    const person = {
      id: newId('person'),
      created: own.time.now(),
      details,
      metadata: changedMetadata({}, labels),
    };
    changeAccount(context, account, () => own.store.persons.put(person));
    const made = wire(context, account, person);
    emit(own, 'person.created', made);
    return made;
  }),
  persons.retrieve,
  persons.update(params, (_, { context, account, person }, params) => {
    const { id } = account;
    const before = wire(context, account, person);
    changeAccount(context, account, () => storeChanged(context, account, person, params));
    const changed = requireAccount(context, id);
    const after = wire(context, changed, requirePerson(context, changed, person.id));
    return emitChange(inConnected(context, id), 'person.updated', before, after);
  }),
  persons.removal('person', (_, { context, account, person }) => {
    if (person.id === account.personId) throw notSupported('an individual without a person');
    const own = inConnected(context, account.id);
    const last = wire(context, account, person);
    changeAccount(context, account, () => own.store.persons.delete(person.id));
    emit(own, 'person.deleted', last);
  }),
];

/** The platform's context and the account, which may be the one that asks. */
function owned(given: Context, id: string) {
  return { context: inPlatform(given), account: requireAccount(given, id) };
}

function requirePerson(context: Context, account: ConnectedAccount, id: string): Person {
  const found = listPersons(context, account).find((person) => person.id === id);
  if (found === undefined) throw noSuch('person', id);
  return found;
}

function wire(context: Context, account: ConnectedAccount, person: Person): JsonObject {
  return ownPersonWire(account, person, standing(context, account).due);
}

/** What is known of an individual is kept with the account. */
function storeChanged(context: Context, account: ConnectedAccount, person: Person, params: Params): void {
  const { metadata: labels, ...given } = params;
  const details = mergeDetails(person.details, given);
  const metadata = changedMetadata(person.metadata, labels);
  if (person.id !== account.personId) {
    inConnected(context, account.id).store.persons.put({ ...person, details, metadata });
    return;
  }
  const individual = { ...details, metadata };
  context.store.accounts.put({ ...account, details: { ...account.details, individual } });
}
