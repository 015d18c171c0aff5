import { REFUSED_TARGET } from './policy.ts';

export interface RequestTarget {
  /** Decoded, without a query; safe to look up. */
  readonly path: string;
  /** As it came, for an upstream. */
  readonly raw: string;
}

/** Reads a request target, or nothing where the policy refuses it or it is no path. */
export function readTarget(target: string): RequestTarget | undefined {
  const raw = originForm(target);
  if (!raw.startsWith('/') || REFUSED_TARGET.test(raw)) return undefined;
  return { path: decode(raw.replace(/\?.*$/, '')), raw };
}

/** A target may come as a whole address (RFC 9112 §3.2.2). */
export function originForm(target: string): string {
  return target.replace(/^https?:\/\/[^/?]*/i, '') || '/';
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Not UTF-8, which no address of ours is either.
    return path;
  }
}
