import { MAX_NAME_LENGTH } from '@outharbor/contract/person';

export const REGISTER = {
  title: 'Register to service',
  submit: 'Register',
  switchText: 'Already have an account?',
  switchLink: 'Login Now',
  succeeded: 'Registered successfully',
  withoutRecord: 'Your account was created, but your profile is not saved yet. Please log in.',
} as const;

export const LOGIN = {
  title: 'Login',
  submit: 'Login',
  switchText: 'New here?',
  switchLink: 'Register Now',
  succeeded: 'Logged in successfully',
  forgotPassword: 'Forgot password?',
} as const;

export const FIELDS = { userName: 'FullName', email: 'Email', password: 'Password' } as const;

/** The identity provider's rule. The site leaves the check to it. */
export const PASSWORD_RULE = 'At least 6 characters.';
export const SHOW_PASSWORD = { show: 'Show', hide: 'Hide', what: 'password' } as const;

export const FIELD_HINTS = {
  empty: {
    userName: 'Please enter your name.',
    email: 'Please enter an e\u2011mail address.',
    password: 'Please enter a password.',
    newPassword: 'Please enter a password.',
  },
  invalid: {
    userName: `Use visible characters, at most ${MAX_NAME_LENGTH}.`,
    email: 'Use the form name@company.com.',
    password: 'This password cannot be used.',
    newPassword: 'This password cannot be used.',
  },
} as const;
