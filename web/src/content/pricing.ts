import { CLAIMS } from './claims.ts';

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
  recommended: 'Recommended',
  everythingIn: 'Everything in',
  plus: 'plus',
  allFeatures: 'Compare all features',
  closings: 'closings',
  endsOn: 'Ends on',
  special:
    'You have a special arrangement with us, so there is nothing to book here. Write to us to change it.',
  planUnknown:
    'Your plan cannot be shown here: an ad blocker or a network may block the connection to our database. You can still book.',
  pastDue: 'The last payment failed. Please check your card.',
  guarantee: `At least ${CLAIMS.guaranteedMeetingsPerMonth} meetings a month`,
  guaranteeText: `Over ${CLAIMS.guaranteeMonths} months, with every plan. If we fall short, we work ${CLAIMS.guaranteeMonths} more months for free. Not sure which plan fits? A 30-minute call settles it.`,
  questions: [
    {
      question: 'Can I change the plan later?',
      answer: 'Yes, up or down, at any time. You see the cost before you confirm.',
    },
    {
      question: 'How do I cancel?',
      answer: 'Online, at any time. The plan runs until the end of the paid month.',
    },
  ],
} as const;
