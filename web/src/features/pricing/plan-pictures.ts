import type { PlanName } from '@outharbor/contract/plans';

const PICTURES = import.meta.glob<string>('../../ui/pictures/plan-*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The picture `plan-<name>.svg`. Throws, and so stops the build, where a plan has none. */
export function pictureOf(plan: PlanName): string {
  const svg = PICTURES[`../../ui/pictures/plan-${plan}.svg`];
  if (svg === undefined) throw new Error(`there is no picture plan-${plan}.svg`);
  return svg;
}
