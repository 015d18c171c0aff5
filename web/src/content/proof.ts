import { SITE_PATHS } from '@outharbor/contract/paths';

/** A client quote for the home page, with a link to the case study. */
export const PROOF = {
  quote: '“Please slow down: my calendar is full.”',
  link: { label: 'More than 15 calls in 5 weeks for Fennlake', to: SITE_PATHS.caseStudies },
} as const;
