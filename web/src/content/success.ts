export const SUCCESS = {
  title: 'Payment successful',
  text: 'Thank you. One more step: confirm, and your plan is active.',
  action: 'Proceed',
  confirmed: 'Your plan is active',
  withoutScript: 'Your plan will become active in a moment even without this step. Questions:',
  pictureAlt: 'A ship moored in a harbour under a raised flag with a check mark.',
} as const;

/** The success page for visitors without a payment to confirm. */
export const NO_PAYMENT = {
  title: 'No payment to confirm',
  text: 'We found no payment to confirm. Choose a plan, or log in with the account that paid.',
  action: 'Go to pricing',
} as const;
