const MAX_SHARE = 0.2;

/**
 * Whether a pass would take away more than a share of all plans or accounts. So many at once are rather a fault, such as
 * another project, database or deployment id, than what people did. A single one is too many only if it is doubtful.
 */
export function isTooMany(taken: number, all: number, isDoubtful = taken === all): boolean {
  return taken > (isDoubtful ? 0 : 1) && taken > all * MAX_SHARE;
}
