import { SITE_PATHS } from '@outharbor/contract/paths';
import type { IconName } from '../icons/icon-paths.ts';
import { CLAIMS } from './claims.ts';

interface Benefit {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
}

interface Step {
  readonly picture: 'audience' | 'message' | 'schedule';
  readonly alt: string;
  readonly title: string;
  readonly text: string;
}

export const HERO = {
  kicker: 'LinkedIn and e\u2011mail outreach',
  title: 'Your next clients are out there. We bring them in.',
  text: `We find the people you want to sell to, start the conversation on LinkedIn and by e\u2011mail, and put booked meetings in your calendar: ${CLAIMS.leadsPerMonth} leads a month, with ${CLAIMS.qualifiedLeadsContactedMonthly} qualified leads contacted monthly.`,
  action: { label: 'Book Free Call', to: SITE_PATHS.booking },
  pictureAlt:
    'An outreach sequence drawn as a sea route: an invitation, a message and a follow-up lead to a meeting booked for Tuesday at ten.',
  facts: [
    { value: CLAIMS.leadsPerMonth, label: 'leads a month' },
    { value: CLAIMS.prospectsContactedMonthly, label: 'prospects contacted monthly' },
    { value: CLAIMS.salesCallsPerMonth, label: 'sales calls a month' },
  ],
} as const;

export const BENEFITS: { readonly title: string; readonly items: readonly Benefit[] } = {
  title: 'What you get on board',
  items: [
    {
      icon: 'calendar',
      title: 'Guaranteed booked meetings',
      text: `At least ${CLAIMS.guaranteedMeetingsPerMonth} meetings a month over ${CLAIMS.guaranteeMonths} months. If we fall short, we work ${CLAIMS.guaranteeMonths} more months for free.`,
    },
    {
      icon: 'verified',
      title: 'Rapid verification',
      text: 'Every prospect is checked for role, company and a working address before the first message goes out.',
    },
    {
      icon: 'launch',
      title: 'Ready-to-deploy platform',
      text: 'Sequences, inboxes and reporting are set up for you. Nothing to install, nothing to learn.',
    },
    {
      icon: 'tailored',
      title: 'Tailor-made',
      text: 'Your audience, your voice, your offer. No message goes out that you would not have written yourself.',
    },
    {
      icon: 'support',
      title: 'Comprehensive sales support',
      text: 'Call scripts, follow-up templates and a review of your recordings, so that a meeting becomes a deal.',
    },
    {
      icon: 'growth',
      title: 'Return on investment',
      text: 'One price a month and results you can count: replies, meetings, closings.',
    },
  ],
};

export const CLIENTS_TITLE = 'Trusted by brands all over the world';

export const STEPS: { readonly title: string; readonly items: readonly Step[] } = {
  title: 'Three steps to a full calendar',
  items: [
    {
      picture: 'audience',
      alt: 'A chart of points with a ring drawn around the ones that fit.',
      title: 'Audience',
      text: 'We chart your market together: industries, roles, company sizes and the signals that say a company is ready to talk.',
    },
    {
      picture: 'message',
      alt: 'A letter on its way along a dotted route past two buoys.',
      title: 'Message',
      text: `We write short, personal messages and send a minimum of ${CLAIMS.messagesPerMonth} a month. Every reply is read by a person, not a robot.`,
    },
    {
      picture: 'schedule',
      alt: 'A month in a calendar with five days marked by flags.',
      title: 'Schedule a Call',
      text: 'When someone is interested, we agree on a time and the meeting appears in your calendar, with notes to prepare you.',
    },
  ],
};

/** What a client sees of a campaign. */
export const CLIENT_VIEW = {
  /** True while the names are invented. */
  example: true,
  title: 'What you see as a client',
  text: 'Every message and every meeting. An example with invented names.',
  thread: {
    title: 'Sequence for heads of logistics',
    messages: [
      {
        from: 'In your name',
        at: 'Mon 09:10',
        text: 'Hello Petra, you ship from eleven ports. How do you plan capacity today?',
        ours: true,
      },
      { from: 'Petra Novak', at: 'Tue 14:02', text: 'In a spreadsheet, sadly. Why?' },
      {
        from: 'In your name',
        at: 'Tue 15:30',
        text: 'We replaced three last year. Does Thursday at ten suit you?',
        ours: true,
      },
      { from: 'Petra Novak', at: 'Tue 16:45', text: 'Thursday at ten works.' },
    ],
  },
  week: {
    title: 'Booked this week',
    days: [
      { day: 'Mon', meetings: ['11:00 Kaya'] },
      { day: 'Tue', meetings: [] },
      { day: 'Wed', meetings: ['09:30 Ruiz', '14:00 Lund'] },
      { day: 'Thu', meetings: ['10:00 Novak'] },
      { day: 'Fri', meetings: ['13:00 Obi'] },
    ],
  },
};

export const CLOSING = {
  title: `Prepared for ${CLAIMS.salesCallsPerMonth} sales calls consultations monthly?`,
  text: 'Thirty minutes, no obligation: we look at your market and tell you honestly what to expect.',
  action: { label: 'I want to grow', to: SITE_PATHS.booking },
} as const;
