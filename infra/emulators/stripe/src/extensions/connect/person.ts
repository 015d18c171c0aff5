import { isObject, type JsonObject } from '../../description/json.ts';
import type { ConnectedAccount } from '../../kinds/account-contexts.ts';
import { unset } from '../../kinds/store/kind-type.ts';
import { hasRole, type Person } from './manage-persons.ts';
import { requirementsWire } from './requirements.ts';

const NO_ADDRESS = unset('address');

const NO_DOCUMENT = unset('legal_entity_person_verification_document');

const NO_ROLES = {
  authorizer: false,
  director: false,
  executive: false,
  legal_guardian: false,
  owner: false,
  percent_ownership: null,
  representative: false,
  title: null,
};

const part = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** An address of an account or a person; parts that are not given are null. */
export const accountAddressWire = (address: unknown) => ({ ...NO_ADDRESS, ...part(address) });

export function documentsWire(verification: unknown): JsonObject {
  return { document: { ...NO_DOCUMENT, ...part(part(verification).document) } };
}

/** `due` is what Stripe still has to know of the account. */
export function personWire(account: ConnectedAccount, person: Person, due: readonly string[]): JsonObject {
  const { address, dob, id_number, relationship, ssn_last_4, verification, ...shown } = person.details;
  const own = personRequirements(account, person, due);
  return {
    id: person.id,
    object: 'person',
    account: account.id,
    created: person.created,
    email: null,
    first_name: null,
    last_name: null,
    metadata: person.metadata,
    ...shown,
    address: accountAddressWire(address),
    dob: { day: null, month: null, year: null, ...part(dob) },
    future_requirements: personRequirementsWire([]),
    id_number_provided: id_number !== undefined,
    relationship: { ...NO_ROLES, ...part(relationship) },
    requirements: personRequirementsWire(own),
    ssn_last_4_provided: ssn_last_4 !== undefined || id_number !== undefined,
    verification: {
      additional_document: { ...NO_DOCUMENT, ...part(part(verification).additional_document) },
      ...documentsWire(verification),
      details: null,
      details_code: null,
      status: own.length === 0 ? 'verified' : 'unverified',
    },
  };
}

/** A person as the calls about persons show them. */
export function ownPersonWire(...args: Parameters<typeof personWire>): JsonObject {
  const [, { details }] = args;
  const { account } = part(details.additional_tos_acceptances);
  const acceptance = { date: null, ip: null, user_agent: null, ...part(account) };
  return { ...personWire(...args), additional_tos_acceptances: { account: acceptance } };
}

/** What is due of the person, named without the person. */
function personRequirements(account: ConnectedAccount, person: Person, due: readonly string[]): string[] {
  const names = [person.id];
  if (person.id === account.personId) names.push('individual');
  if (hasRole(person, 'representative')) names.push('representative');
  return due.flatMap((name) => {
    const [of = '', ...rest] = name.split('.');
    return names.includes(of) ? [rest.join('.')] : [];
  });
}

function personRequirementsWire(due: readonly string[]): JsonObject {
  const { current_deadline: _deadline, disabled_reason: _reason, ...requirements } = requirementsWire(due);
  return requirements;
}
