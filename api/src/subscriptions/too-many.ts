const MAX_SHARE = 0.2;

/**
 * Whether a pass would remove more than a share of all plans or accounts. So many at once point to a fault,
 * such as another project, database or deployment id, rather than to what people did. A single one is too
 * many only if it is doubtful.
 */
export function isTooMany(taken: number, all: number, isDoubtful = taken === all): boolean {
  return taken > (isDoubtful ? 0 : 1) && taken > all * MAX_SHARE;
}
