import { SITE_PATHS } from '@outharbor/contract/paths';
import { CLAIMS } from './claims.ts';

export interface Quote {
  readonly quote: string;
  readonly name: string;
  readonly role: string;
  /** A file below `web/public`, shown as a circle. */
  readonly picture: string;
  /** The number that the quote is about. */
  readonly fact: { readonly value: string; readonly label: string };
}

interface Proof {
  /** True until clients and quotes are real: the page says so and the build lists it. */
  readonly example: boolean;
  readonly quotes: readonly Quote[];
  readonly link: { readonly label: string; readonly to: string };
}

export const EXAMPLE_NOTICE = 'These clients, people and quotes are examples.';

/** Client quotes for the home page, with a link to the case study. */
export const PROOF: Proof = {
  example: true,
  quotes: [
    {
      quote: 'Please slow down: my calendar is full.',
      name: 'Mara Lindqvist',
      role: 'Founder, Fennlake',
      picture: '/people/mara.svg',
      fact: { value: '15+', label: 'calls in 5 weeks' },
    },
    {
      quote: 'It reads as if I had written it. I have sent none myself since spring.',
      name: 'Tobias Okoro',
      role: 'Head of sales, Quayside',
      picture: '/people/tobias.svg',
      fact: { value: CLAIMS.messagesPerMonth, label: 'messages a month' },
    },
    {
      quote: 'I open my calendar on Monday, and the week has calls in it.',
      name: 'Ines Marchetti',
      role: 'Managing director, Northwick',
      picture: '/people/ines.svg',
      fact: { value: String(CLAIMS.guaranteedMeetingsPerMonth), label: 'meetings a month, guaranteed' },
    },
  ],
  link: { label: 'More than 15 calls in 5 weeks for Fennlake', to: SITE_PATHS.caseStudies },
};
