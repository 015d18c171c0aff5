import { BRAND } from './brand.ts';
import { CLAIMS } from './claims.ts';
import type { Block } from './rich-text.ts';

interface LegalSection {
  readonly title: string;
  readonly body: readonly Block[];
}

export interface LegalPage {
  readonly title: string;
  /** True until the agency has checked the text: the page shows a notice and the build lists it. */
  readonly template: boolean;
  readonly sections: readonly LegalSection[];
}

export const TEMPLATE_NOTICE = 'This page is a template. Its text has no legal force.';

const WHO: LegalSection = {
  title: 'Who we are',
  body: [`${BRAND.legalName}, ${BRAND.address}. ${BRAND.register}. E\u2011mail: ${BRAND.email}.`],
};

export const PRIVACY: LegalPage = {
  title: 'Privacy',
  template: true,
  sections: [
    WHO,
    {
      title: 'What we keep, and why',
      body: [
        [
          '**Account:** name, e\u2011mail address and plan, for as long as the account exists. We need them to provide the plan.',
          '**Payment:** handled by the payment provider. We keep a reference, never a card number. Invoices are kept for as long as the law requires.',
          '**Discovery call:** what you tell the calendar when you book.',
          '**Visits:** no tracking cookies. The browser keeps your login until you log out.',
        ],
      ],
    },
    {
      title: 'Who else sees it',
      body: [
        [
          '**Google Firebase** stores accounts and checks logins.',
          '**Stripe** takes payments and issues invoices.',
          '**Calendly** shows our calendar and takes bookings.',
        ],
        'They act on our instructions and may process data outside your country. We sell nothing to anybody.',
      ],
    },
    {
      title: 'Your rights',
      body: [
        `You may ask what we keep about you, have it corrected, exported or deleted, and complain to an authority. The account page exports and deletes your data. For anything else, write to ${BRAND.email}.`,
      ],
    },
  ],
};

export const TERMS: LegalPage = {
  title: 'Terms',
  template: true,
  sections: [
    WHO,
    {
      title: 'The service',
      body: [
        'We run LinkedIn and e\u2011mail outreach for businesses. The pricing page lists what each plan includes. You give us access to the accounts that we send from, and approve the messages.',
      ],
    },
    {
      title: 'Price and term',
      body: [
        'A plan is paid monthly in advance and renews until it is canceled. You can change or cancel it online at any time. A canceled plan runs until the end of the paid month.',
      ],
    },
    {
      title: 'The guarantee',
      body: [
        `At least ${CLAIMS.guaranteedMeetingsPerMonth} meetings a month over ${CLAIMS.guaranteeMonths} months. If we do not reach that, we work ${CLAIMS.guaranteeMonths} more months for free.`,
      ],
    },
    {
      title: 'Liability and law',
      body: [
        `We are liable for intent and gross negligence, and otherwise up to what you paid in the last twelve months. We do not promise that a meeting becomes a deal. The law of ${BRAND.law} applies, and its courts decide.`,
      ],
    },
  ],
};
