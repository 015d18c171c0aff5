import { DatabaseError } from './database-error.ts';

/** Throws for an integer that a double does not hold exactly, which JSON from clients has as `bigint`. */
export function rejectInexactInteger(json: unknown, kind: 'data' | 'query' | 'token'): void {
  if (typeof json !== 'bigint') return;
  throw new DatabaseError(
    `invalid_${kind}`,
    `Invalid ${kind}: the integer ${json} would lose digits as a double`,
  );
}

/** Claims are values of rules, at any depth. */
export function rejectInexactClaims(claims: unknown): void {
  rejectInexactInteger(claims, 'token');
  if (typeof claims === 'object' && claims !== null) Object.values(claims).forEach(rejectInexactClaims);
}
