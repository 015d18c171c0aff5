export const FORGOT_PASSWORD = {
  title: 'Forgot password',
  text: 'We e\u2011mail you a link to set a new password.',
  submit: 'Send link',
  sent: 'If there is an account with this e\u2011mail address, a link is on its way to it. It works once and expires soon. Please check your spam folder too.',
  back: 'Back to login',
} as const;

/** The page that links in account e-mails lead to. */
export const ACCOUNT_ACTION = {
  title: 'Your account',
  checking: 'One moment, checking the link.',
  newPassword: 'New password',
  account: 'Account:',
  save: 'Save password',
  passwordSaved: 'Your password is changed. Please log in.',
  done: {
    verifyEmail: 'Your e\u2011mail address is confirmed.',
    verifyAndChangeEmail: 'Your e\u2011mail address is changed. Please log in with the new one.',
    recoverEmail:
      'Your previous e\u2011mail address is back. If someone else changed it, please set a new password.',
  },
  expired: 'This link has expired.',
  used: 'This link was used before, or is not complete.',
  refused: 'This account cannot be used any more.',
  failed: 'The link could not be checked. Please try again.',
  again: 'Ask for a new link',
  retry: 'Try again',
  login: 'Go to login',
} as const;
