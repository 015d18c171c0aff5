import { REFUSED_TARGET } from './policy.ts';

export interface RequestTarget {
  /** Decoded, without the query; safe to look up. */
  readonly path: string;
  /** Unmodified, for the upstream. */
  readonly raw: string;
}

/** Parses a request target; undefined if the policy refuses it or it is not a path. */
export function readTarget(target: string): RequestTarget | undefined {
  const raw = originForm(target);
  if (!raw.startsWith('/') || REFUSED_TARGET.test(raw)) return undefined;
  return { path: decode(raw.replace(/\?.*$/, '')), raw };
}

/** Strips the origin of an absolute-form target (RFC 9112 §3.2.2). */
export function originForm(target: string): string {
  return target.replace(/^https?:\/\/[^/?]*/i, '') || '/';
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Not UTF-8, so it matches no URL of the product.
    return path;
  }
}
