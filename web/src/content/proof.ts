import { SITE_PATHS } from '@outharbor/contract/paths';

/** What a client got out of it: said on the start page, told in the case study. */
export const PROOF = {
  quote: '“Please slow down: my calendar is full.”',
  link: { label: 'More than 15 calls in 5 weeks for Fennlake', to: SITE_PATHS.caseStudies },
} as const;
