import { currencyDecimals } from '@outharbor/contract/money';
import { SITE_PATHS } from '@outharbor/contract/paths';
import { PLAN_CURRENCY, PLANS } from '@outharbor/contract/plans';
import { BRAND } from '../src/content/brand.ts';
import { CASE_STUDY } from '../src/content/case-study.ts';
import { FAQ } from '../src/content/faq.ts';
import type { PageName } from '../src/content/pages.ts';
import { PLAN_CARDS } from '../src/content/plans.ts';
import type { Block } from '../src/content/rich-text.ts';

const CONTEXT = 'https://schema.org';
const ORGANIZATION = {
  '@type': 'Organization',
  name: BRAND.name,
  legalName: BRAND.legalName,
  url: `${BRAND.origin}/`,
  logo: `${BRAND.origin}/icon-512.png`,
  email: BRAND.email,
  description: BRAND.tagline,
};

const plainText = (blocks: readonly Block[]) => blocks.flat().join(' ').replaceAll('**', '');

const BY_PAGE: Readonly<Partial<Record<PageName, () => object | undefined>>> = {
  home: () => ORGANIZATION,
  faq: () =>
    FAQ.length === 0
      ? undefined
      : {
          '@type': 'FAQPage',
          mainEntity: FAQ.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: plainText(answer) },
          })),
        },
  caseStudies: () => ({
    '@type': 'Article',
    headline: CASE_STUDY.title,
    description: CASE_STUDY.summary,
    datePublished: CASE_STUDY.published,
    image: `${BRAND.origin}/social-card.png`,
    author: ORGANIZATION,
    publisher: ORGANIZATION,
  }),
  pricing: () => ({
    '@graph': PLANS.map(({ name, title, price }) => ({
      '@type': 'Product',
      name: `${BRAND.name} ${title}`,
      description: PLAN_CARDS[name].pitch,
      brand: { '@type': 'Brand', name: BRAND.name },
      offers: {
        '@type': 'Offer',
        price: price.toFixed(currencyDecimals(PLAN_CURRENCY)),
        priceCurrency: PLAN_CURRENCY.toUpperCase(),
        availability: 'https://schema.org/InStock',
        url: `${BRAND.origin}${SITE_PATHS.pricing}`,
      },
    })),
  }),
};

/** JSON-LD for a page, or undefined if it has none. */
export function structuredData(page: PageName): object | undefined {
  const data = BY_PAGE[page]?.();
  return data && { '@context': CONTEXT, ...data };
}
