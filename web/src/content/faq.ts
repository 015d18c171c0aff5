import { BRAND } from './brand.ts';
import { CLAIMS } from './claims.ts';
import type { Block } from './rich-text.ts';

export interface FaqRecord {
  readonly id: number;
  readonly question: string;
  readonly answer: readonly Block[];
}

export const FAQ_PAGE = {
  title: 'Frequently asked questions',
  intro: 'What prospective clients ask us before they come aboard.',
  contact: 'Questions can also be sent by e\u2011mail to',
  email: BRAND.email,
} as const;

export const FAQ: readonly FaqRecord[] = [
  {
    id: 1,
    question: 'How does the automation work?',
    answer: [
      'We agree on a plan first, then software does the repetitive part and people do the talking:',
      [
        '**Audience.** We define who you want to meet and build a verified list.',
        '**Sales objectives.** We set what a good meeting is and how many you need.',
        '**Personalized messages.** We write them in your voice and you approve them.',
        '**Automated campaigns.** Invitations, messages and reminders go out on schedule on LinkedIn and by e\u2011mail.',
        '**Human follow-up.** Every reply is read and answered by a person.',
      ],
      `In all, a minimum of **${CLAIMS.messagesPerMonth} messages a month** goes out in your name.`,
    ],
  },
  {
    id: 2,
    question: 'Who manages my campaigns?',
    answer: [
      `Your own **account manager** handles responses ${CLAIMS.coverage}. A **senior team member** looks over strategy, messages and results with you.`,
    ],
  },
  {
    id: 3,
    question: 'What does the guarantee cover?',
    answer: [
      `At least **five meetings a month over three months**. If we do not reach that, you get **three more months free**.`,
    ],
  },
  {
    id: 4,
    question: 'Do I have to reply to messages myself?',
    answer: [
      `No. The team checks the account **${CLAIMS.inboxChecksPerDay}** and answers for you. You can view all messages at any time, and step in whenever you like.`,
    ],
  },
  {
    id: 5,
    question: 'When will I see results?',
    answer: [
      'The **first appointments** usually come **within the first weeks**: after the set-up, replies arrive as soon as the first messages are read.',
    ],
  },
];
