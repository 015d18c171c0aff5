/** Resolves a reference between entities; a miss is an emulator bug, not a client error. */
export function requireFound<T>(entity: T | undefined, what: string): T {
  if (entity === undefined) throw new Error(`${what} is missing from the state`);
  return entity;
}
