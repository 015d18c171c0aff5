import { BRAND } from './brand.ts';
import type { Block } from './rich-text.ts';

interface LegalSection {
  readonly title: string;
  readonly body: readonly Block[];
}

export interface LegalPage {
  readonly title: string;
  /** True until the agency replaces the text: the page shows a notice and the build prints a warning. */
  readonly template: boolean;
  readonly sections: readonly LegalSection[];
}

export const TEMPLATE_NOTICE = 'This page is a template. Its text has no legal force.';

const WHO: LegalSection = {
  title: 'Who we are',
  body: [{ p: `${BRAND.legalName}, ${BRAND.email}. Add the postal address and the register entry here.` }],
};

export const PRIVACY: LegalPage = {
  title: 'Privacy',
  template: true,
  sections: [
    WHO,
    {
      title: 'What we keep, and why',
      body: [
        {
          ul: [
            '**Account:** name, e\u2011mail address and plan, for as long as the account exists.',
            '**Payment:** handled by the payment provider. We keep a reference, never a card number.',
            '**Discovery call:** what you tell the calendar when you book.',
            '**Visits:** no tracking cookies. The browser keeps your login until you log out.',
          ],
        },
      ],
    },
    {
      title: 'Who else sees it',
      body: [
        { p: 'The providers of sign-in, payment and scheduling. Name them here, with their countries.' },
      ],
    },
    {
      title: 'Your rights',
      body: [
        {
          p: `You may ask what we keep about you, have it corrected or deleted, and complain to an authority. Write to ${BRAND.email}.`,
        },
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
        { p: 'What a plan includes is on the pricing page. Say here what a client provides, and when.' },
      ],
    },
    {
      title: 'Price and term',
      body: [
        {
          p: 'A plan is paid monthly in advance and renews until it is canceled. Say here how and when it can be canceled, and what is refunded.',
        },
      ],
    },
    {
      title: 'The guarantee',
      body: [{ p: 'The guarantee is described in the F.A.Q. State its conditions here.' }],
    },
    {
      title: 'Liability and law',
      body: [{ p: 'State your liability, the law that applies and where disputes are settled.' }],
    },
  ],
};
