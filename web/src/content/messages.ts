import { MAX_NAME_LENGTH } from '@outharbor/contract/person';

/** Most wording is fixed by the product specification. */
export const MESSAGES = {
  fillAllFields: 'Please fill all the fields',
  validName: `Please provide a visible name of at most ${MAX_NAME_LENGTH} characters`,
  validEmail: 'Please provide a valid email',
  loginFirst: 'Please login first',
  loginAgain: 'Your session has expired. Please log in again.',
  somethingWentWrong: 'Something went wrong',
  cardRejected: 'The card did not pay for the change, so your plan stays as it is.',
  planManaged: 'This plan was arranged with our team. Write to us to change it.',
  planAlreadyActive: 'Your account already has a plan.',
  planNotForSale: 'This plan is not for sale at the moment.',
  loggedOut: 'Logged out successfully',
  offline: 'You are offline. What you see may be out of date.',
  needsScript: 'Accounts and plans need JavaScript. Please turn it on, or write to us:',
} as const;
