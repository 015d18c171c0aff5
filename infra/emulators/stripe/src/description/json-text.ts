/** JSON as Stripe writes it: indented by two spaces. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
