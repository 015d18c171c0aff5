import { SITE_PATHS } from '@outharbor/contract/paths';
import { PLAN_NAMES } from '@outharbor/contract/plans';
import { ICON_PATHS } from '../icons/icon-paths.ts';
import { PAGE_NAMES } from './pages.ts';
import type { SITE_CONTENT } from './site-content.ts';

type Check = (value: unknown) => string | undefined;

const PATHS = new Set<unknown>(Object.values(SITE_PATHS));
const EMAIL = /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i;

/** Checks by field name, applied anywhere in the content. */
const BY_FIELD: Readonly<Record<string, Check>> = {
  email: (value) => (EMAIL.test(String(value)) ? undefined : 'is not an e-mail address'),
  icon: (value) => (Object.hasOwn(ICON_PATHS, String(value)) ? undefined : 'is not a known icon'),
  to: (value) => (PATHS.has(value) ? undefined : 'does not lead to a page'),
  origin: (value) =>
    URL.canParse(String(value)) && new URL(String(value)).origin === value ? undefined : 'is not an origin',
};

/** Places in the content that are still an example or a template. The build succeeds but lists them. */
export function examplesIn(value: unknown, place = 'content'): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) =>
    inner === true && (field === 'example' || field === 'template')
      ? [place]
      : examplesIn(inner, `${place}.${field}`),
  );
}

/** All faults in the content with their locations. Any fault fails the build. */
export function contentFaults(content: typeof SITE_CONTENT): string[] {
  return [
    ...fieldFaults(content, 'content'),
    ...planFaults(content),
    ...pageFaults(content),
    ...listFaults(content),
  ];
}

function fieldFaults(value: unknown, place: string): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [`${place} is empty`] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) => {
    const fault = BY_FIELD[field]?.(inner);
    const here = `${place}.${field}`;
    return [...(fault ? [`${here} ${fault}: ${JSON.stringify(inner)}`] : []), ...fieldFaults(inner, here)];
  });
}

function planFaults({ plans }: typeof SITE_CONTENT): string[] {
  const named = Object.keys(plans).toSorted().join();
  const sold = PLAN_NAMES.toSorted().join();
  return named === sold
    ? []
    : [
        `content.plans has ${named} where the contract sells ${sold}: edit PLAN_CARDS in web/src/content/plans.ts`,
      ];
}

function pageFaults(content: typeof SITE_CONTENT): string[] {
  return (['pages', 'documents'] as const).flatMap((table) =>
    PAGE_NAMES.filter((name) => !Object.hasOwn(content[table], name)).map(
      (name) => `content.${table} has nothing for ${name}`,
    ),
  );
}

function listFaults({ faq, clients, home }: typeof SITE_CONTENT): string[] {
  // The layout needs exactly this many.
  const counts = [
    ['content.home.benefits.items', home.benefits.items.length, 6],
    ['content.home.steps.items', home.steps.items.length, 3],
  ] as const;
  const ids = new Set(faq.map(({ id }) => id));
  return [
    ...counts.flatMap(([place, has, needs]) =>
      has === needs ? [] : [`${place} has ${has} items, not ${needs}`],
    ),
    ...(clients.length === 0 ? ['content.clients has no items'] : []),
    ...(ids.size === faq.length ? [] : ['content.faq has an id twice']),
  ];
}
