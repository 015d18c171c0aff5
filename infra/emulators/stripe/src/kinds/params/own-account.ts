import { object } from './composite.ts';
import { only } from './partly-supported.ts';
import { optional } from './reader.ts';

/** Who issues an invoice, or is liable for its taxes: here always the account itself. */
export const ownAccount = optional(object({ type: only('self', 'account') }));
