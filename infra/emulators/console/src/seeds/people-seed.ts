import * as json from '@outharbor/emulator-kit/json-reader';
import { SITUATIONS } from './situations.ts';

const PERSON = {
  email: json.textLike(/^[^@\s]+@[^@\s]+$/, 'an email address'),
  name: json.optional(json.anyText),
  /** `emulated` when absent. */
  password: json.optional(json.anyText),
  situation: json.optional(json.oneOf(SITUATIONS)),
  /** The lookup key or id of a price; the first recurring one when absent. */
  plan: json.optional(json.anyText),
  /** Whether they have a call booked. */
  call: json.optional(json.flag),
};

/** Reads a file of people; throws a RangeError that lists every fault with its path. */
export const readPeopleSeed = json.object({ people: json.list(json.object(PERSON), 1000) });

export interface PersonSeed extends json.ObjectOf<typeof PERSON> {}
export type PeopleSeed = ReturnType<typeof readPeopleSeed>;

/** One person in each situation. */
export const READY_PEOPLE: readonly PersonSeed[] = [
  { email: 'ines.registered@example.com', name: 'Ines Moreau', situation: 'registered' },
  { email: 'viktor.verified@example.com', name: 'Viktor Hale', situation: 'verified', call: true },
  { email: 'dora.disabled@example.com', name: 'Dora Ilves', situation: 'disabled' },
  { email: 'sam.subscribed@example.com', name: 'Sam Okoye', situation: 'subscribed', call: true },
  { email: 'rita.refunded@example.com', name: 'Rita Sousa', situation: 'refunded' },
  { email: 'paul.partly@example.com', name: 'Paul Brandt', situation: 'partly_refunded' },
  { email: 'dina.disputed@example.com', name: 'Dina Kaya', situation: 'disputed' },
  { email: 'carl.cancels@example.com', name: 'Carl Nyberg', situation: 'cancels' },
  { email: 'pia.pastdue@example.com', name: 'Pia Rossi', situation: 'past_due' },
  { email: 'noor.authenticates@example.com', name: 'Noor Haddad', situation: 'needs_authentication' },
];
