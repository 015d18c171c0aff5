export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** What a text says; the fallback when it is no JSON. */
export function parsedOr<Fallback>(text: string, fallback: Fallback): JsonValue | Fallback {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return fallback;
  }
}
