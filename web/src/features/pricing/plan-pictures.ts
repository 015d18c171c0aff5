import type { PlanName } from '@outharbor/contract/plans';

const PICTURES = import.meta.glob<string>('./plan-*.svg', {
  base: '../../ui/pictures/',
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The markup of `plan-<name>.svg`. Throws, and so fails the build, if a plan has no picture. */
export function planPicture(plan: PlanName): string {
  const svg = PICTURES[`./plan-${plan}.svg`];
  if (svg === undefined) throw new Error(`Add a picture of the plan: web/src/ui/pictures/plan-${plan}.svg`);
  return svg;
}
