import { BOOK_CALL } from './navigation.ts';
import type { Block } from './rich-text.ts';

export interface CaseStudySection {
  readonly id: string;
  readonly title: string;
  readonly body: readonly Block[];
  readonly figure?: CaseStudyFigure;
}

export interface CaseStudyFigure {
  readonly picture: 'funnel' | 'weeks';
  readonly alt: string;
  readonly caption: string;
}

export const CASE_STUDY = {
  /** True until the case is one of yours: the page says so and the build lists it. */
  example: true as boolean,
  notice: 'This case is an example, and its client is invented.',
  kicker: 'Case study',
  client: 'Fennlake',
  title: 'How Fennlake filled five weeks with sales calls',
  summary:
    'A small consultancy with a strong service and an empty pipeline. Five weeks later its founder asked us to slow down.',
  action: BOOK_CALL,
  published: '2023-05-15',
  results: [
    { value: '15+', label: 'calls in 5 weeks' },
    { value: 'Several', label: 'closed deals' },
    { value: '1', label: 'no-show' },
  ],
} as const;

export const CASE_STUDY_SECTIONS: readonly CaseStudySection[] = [
  {
    id: 'getting-started',
    title: 'Getting Started',
    body: [
      'Fennlake helps manufacturers to plan their energy use. Its founder knew exactly whom to speak to, and had no time to find them: each new client had come through a friend of a friend.',
      'In a first call we listened, looked at past deals and asked one question: **who said yes quickly, and why?**',
    ],
  },
  {
    id: 'background',
    title: 'Background',
    body: [
      'Two earlier attempts had failed. A bought list brought bounced e\u2011mails; an advertising campaign brought students. What was missing was not reach but **relevance**.',
    ],
  },
  {
    id: 'goal-setting',
    title: 'Goal Setting',
    body: [
      'We put the aim in numbers that both sides could count:',
      [
        '**Meetings, not clicks:** at least five calls a month with plant or operations managers.',
        '**One region first,** so that references carry weight.',
        '**No pressure in the tone:** a message should be worth reading even for someone who says no.',
      ],
    ],
  },
  {
    id: 'strategy-and-execution',
    title: 'Strategy and Execution',
    body: [
      'We verified a list of operations managers in mid-sized plants and wrote three short messages: an observation about their industry, one useful number, one question. LinkedIn opened the conversation; e\u2011mail followed up.',
      'Replies were answered **twice a day, Monday to Saturday**. Anyone interested got two proposed times in the same message.',
    ],
    figure: {
      picture: 'funnel',
      alt: 'Chart of the campaign as narrowing bands: contacted, accepted, replied, calls held. The last band stands for more than fifteen calls.',
      caption: 'From first contact to a call: each band is a step of the sequence. Widths are illustrative.',
    },
  },
  {
    id: 'results-achieved',
    title: 'Results Achieved',
    body: [
      '**More than 15 calls in 5 weeks**, **several closed deals**, and only **one no-show**. The first appointment was held in the first week.',
    ],
    figure: {
      picture: 'weeks',
      alt: 'Bar chart of calls held per week over five weeks: one, two, three, four and six; sixteen in all.',
      caption: 'Calls held in each of the five weeks.',
    },
  },
  {
    id: 'wrapping-up',
    title: 'Wrapping Up',
    body: [
      'Fennlake kept the campaign, at half the speed: its calendar was full. What worked was not volume but a clear audience, a message with something in it, and an answer on the same day.',
    ],
  },
];
