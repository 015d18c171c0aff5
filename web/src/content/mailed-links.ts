export const FORGOT_PASSWORD = {
  title: 'Forgot password',
  text: 'We will send you a link to set a new password.',
  submit: 'Send link',
  sent: 'If an account uses this e\u2011mail address, a link is on its way to it. The link works once and expires soon. Please check your spam folder as well.',
  back: 'Back to login',
} as const;

/** The page that links in account e-mails lead to. */
export const ACCOUNT_ACTION = {
  title: 'Your account',
  checking: 'One moment, the link is being checked.',
  newPassword: 'New password',
  account: 'Account:',
  save: 'Save password',
  passwordSaved: 'Your password has been changed. Please log in.',
  done: {
    verifyEmail: 'Your e\u2011mail address is confirmed.',
    verifyAndChangeEmail: 'Your e\u2011mail address has been changed. Please log in with the new one.',
    recoverEmail:
      'Your previous e\u2011mail address has been restored. If someone else changed it, please set a new password.',
  },
  expired: 'This link has expired.',
  used: 'This link has already been used or is incomplete.',
  rejected: 'This account can no longer be used.',
  failed: 'The link could not be checked. Please try again.',
  again: 'Request a new link',
  retry: 'Try again',
  login: 'Go to login',
} as const;
