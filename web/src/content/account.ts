/** Texts of registration, login, pricing, success and cancel. Message texts are part of the product. */
export const REGISTER = {
  title: 'Register to service',
  submit: 'Register',
  switchText: 'Already have an account?',
  switchLink: 'Login Now',
  succeeded: 'Registered successfully',
} as const;

export const LOGIN = {
  title: 'Login',
  submit: 'Login',
  switchText: 'New here?',
  switchLink: 'Register Now',
  succeeded: 'Logged in successfully',
} as const;

export const FIELDS = { fullName: 'FullName', email: 'Email', password: 'Password' } as const;

export const PRICING = {
  title: 'Pricing',
  intro: 'One price a month. The same crew, more sail with every plan.',
  perMonth: 'per month',
  book: 'Book',
  subscribed: 'Subscribed',
  login: 'Login',
  logout: 'Logout',
  menu: 'Account menu',
  manage: 'Manage subscription',
} as const;

export const SUCCESS = {
  title: 'Payment successful',
  text: 'Thank you. One more step: confirm, and your plan is active.',
  action: 'Proceed',
  withoutScript: 'Your plan also becomes active without this step, in a moment. Questions:',
  pictureAlt: 'A ship moored in a harbour under a raised flag with a check mark.',
} as const;

export const CANCEL = {
  title: 'Something went wrong',
  text: 'The payment was not completed and nothing was charged.',
  action: 'Go to homepage',
  pictureAlt: 'A lifebuoy on the waves beside a warning flag.',
} as const;

export const MESSAGES = {
  fillAllFields: 'Please fill all the fields',
  validEmail: 'Please provide a valid email',
  loginFirst: 'Please login first',
  somethingWentWrong: 'Something went wrong',
  loggedOut: 'Logged out successfully',
  offline: 'You are offline. What you see may be out of date.',
  needsScript: 'Accounts and plans need JavaScript. Please turn it on, or write to us:',
} as const;

export const ERROR_PAGE = {
  title: 'Unexpected Application Error!',
  notFound: 'There is no page at this address.',
  crashed: 'This page ran aground. Loading it again may help.',
  home: 'Go to homepage',
  pictureAlt: 'A lighthouse shining over an empty sea.',
} as const;

/** How to correct a field, shown below it. */
export const FIELD_HINTS = {
  fullName: 'Tell us how to address you.',
  email: 'An address looks like name@company.com.',
  password: 'A password is needed here.',
} as const;
