const ALWAYS_ALLOWED = 1;
const MAX_SHARE = 0.2;

/**
 * Whether a pass would take away more than a share of all plans or accounts. So many at once are rather a fault, such as
 * another project, database or deployment id, than what people did.
 */
export function isTooMany(taken: number, all: number): boolean {
  return taken > ALWAYS_ALLOWED && taken > all * MAX_SHARE;
}
