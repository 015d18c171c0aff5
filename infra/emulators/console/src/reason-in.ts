/** `fetch` only throws "fetch failed"; the reason is in the cause. */
export function reasonIn(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
