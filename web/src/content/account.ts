import { MAX_NAME_LENGTH } from '@outharbor/contract/person';

export const REGISTER = {
  title: 'Register to service',
  submit: 'Register',
  switchText: 'Already have an account?',
  switchLink: 'Login Now',
  succeeded: 'Registered successfully',
  withoutRecord: 'Your account exists, but your profile is not saved yet. Please log in.',
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

export const FIELD_HINTS = {
  empty: {
    userName: 'Tell us how to address you.',
    email: 'An e\u2011mail address is needed here.',
    password: 'A password is needed here.',
    newPassword: 'A password is needed here.',
  },
  invalid: {
    userName: `A name has at most ${MAX_NAME_LENGTH} characters.`,
    email: 'An address looks like name@company.com.',
    password: 'This password cannot be used.',
    newPassword: 'This password cannot be used.',
  },
} as const;
