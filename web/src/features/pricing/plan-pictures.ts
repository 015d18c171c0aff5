import { PLAN_NAMES, type PlanName } from '@outharbor/contract/plans';

const PICTURES = import.meta.glob<string>('./plan-*.svg', {
  base: '../../ui/pictures/',
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The markup of `plan-<name>.svg`. */
export const PLAN_PICTURES = Object.fromEntries(
  PLAN_NAMES.map((plan) => [plan, findPicture(plan)]),
) as Record<PlanName, string>;

/** Throws, and so fails the build, if a plan has no picture. */
function findPicture(plan: PlanName): string {
  const svg = PICTURES[`./plan-${plan}.svg`];
  if (svg === undefined) throw new Error(`Add a picture of the plan: web/src/ui/pictures/plan-${plan}.svg`);
  return svg;
}
