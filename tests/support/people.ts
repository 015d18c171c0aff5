import { randomUUID } from 'node:crypto';

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Creates unique credentials, so that tests never share users. */
export function newPerson(): Person {
  const id = randomUUID().slice(0, 8);
  return { name: `Visitor ${id}`, email: `visitor-${id}@example.com`, password: `secret-${id}` };
}

export const CARDS = {
  pays: '4242424242424242',
  failsOnRenewal: '4000000000000341',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  asksForAuthentication: '4000002500003155',
} as const;
