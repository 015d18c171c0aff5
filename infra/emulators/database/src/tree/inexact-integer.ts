import { DatabaseError } from './database-error.ts';

/** Throws for an integer that a double does not hold exactly, which JSON from clients has as `bigint`. */
export function rejectInexactInteger(json: unknown, kind: 'data' | 'query'): void {
  if (typeof json !== 'bigint') return;
  throw new DatabaseError(
    `invalid_${kind}`,
    `Invalid ${kind}: the integer ${json} would lose digits as a double`,
  );
}
