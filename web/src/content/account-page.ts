export const ACCOUNT = {
  title: 'Your account',
  loading: 'One moment, your account is loading.',
  loginFirst: 'Please log in to see your account.',
  login: 'Login',
  failed: 'Plan and receipts cannot be shown right now.',
  retry: 'Try again',
} as const;

export const PROFILE = {
  title: 'Profile',
  name: 'Name',
  saveName: 'Save name',
  nameSaved: 'Your name has been saved.',
  email: 'E-mail',
  verified: 'confirmed',
  unverified: 'not confirmed yet',
  sendAgain: 'Send the confirmation again',
  sent: 'The e-mail is on its way.',
  newEmail: 'New e-mail',
  currentPassword: 'Current password',
  changeEmail: 'Change e-mail',
  emailSent: 'Please follow the link we sent to the new address. Until then, the old one stays in use.',
  password: 'Password',
  newPassword: 'New password',
  changePassword: 'Change password',
  passwordSaved: 'Your password has been changed.',
  signOutEverywhere: 'Sign out everywhere',
  signedOutEverywhere: 'You are signed out everywhere.',
} as const;

export const PLAN = {
  title: 'Plan',
  none: 'You have no plan.',
  choose: 'See the plans',
  since: 'Since',
  nextPayment: 'Next payment',
  endsOn: 'Ends on',
  special: 'Special arrangement',
  managed: 'This plan was arranged with our team. Write to us to change it.',
  keep: 'Keep the plan',
  kept: 'Your plan continues.',
  due: 'The last payment failed:',
  payNow: 'Pay now',
  change: 'Change to',
  changeHint:
    'The next page shows what the change costs now and later. Nothing changes until you confirm there.',
  costs: 'Due now:',
  gives: 'Credited now:',
  extrasStay: 'Everything else in your subscription stays as it is.',
  confirm: 'Change now',
  cancel: 'Not now',
  credit: 'Your credit, deducted from the next payments:',
  returnable: 'Of it, paid back if you delete your account:',
  manage: 'Cancel, or change card and billing details',
  manageBilling: 'Card, billing address and tax number',
} as const;

export const RECEIPTS = {
  title: 'Receipts',
  none: 'No receipts yet.',
  receipt: 'Receipt of',
  invoice: 'Invoice of',
  status: { paid: 'paid', open: 'not paid yet', closed: 'closed' },
  credited: 'credited',
  returned: 'returned',
} as const;

export const DATA = {
  title: 'Your data',
  text: 'Everything we know about you, in one file.',
  export: 'Export my data',
} as const;

export const DELETION = {
  title: 'Leave',
  text: 'Deleting your account ends your plan immediately. The rest of the paid month is not refunded, but a credit from a change of plan is paid back to the card you paid with. To use the rest of the month, cancel the plan and delete your account after it has ended. Invoices are kept for as long as the law requires.',
  unfold: 'Delete this account',
  delete: 'Delete my account',
  deleted: 'Your account has been deleted.',
} as const;
