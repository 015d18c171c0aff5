import type { PlanName } from '@outharbor/contract/plans';

const PICTURES = import.meta.glob<string>('./plan-*.svg', {
  base: '../../ui/pictures/',
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The picture `plan-<name>.svg`. Throws, and so stops the build, where a plan has none. */
export function pictureOf(plan: PlanName): string {
  const svg = PICTURES[`./plan-${plan}.svg`];
  if (svg === undefined) throw new Error(`no picture of ${plan}`);
  return svg;
}
