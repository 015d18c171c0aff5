export interface RequestTarget {
  /** Decoded, without a query; safe to look up. */
  readonly path: string;
  /** As it came, for an upstream. */
  readonly raw: string;
}

/** The two dot paths of the database's protocol; every other segment with a leading dot is refused. */
const DOT_PATHS = ['/.ws', '/.lp'];

/** Reads a request target, or nothing where it tries to leave the tree, names a hidden file or is malformed. */
export function readTarget(raw: string | undefined): RequestTarget | undefined {
  if (raw === undefined || !/^\/(?!\/)[!-~]*$/.test(raw) || /[\\#<>"^`{|}]/.test(pathOf(raw)))
    return undefined;
  const segments: string[] = [];
  for (const encoded of pathOf(raw).split('/')) {
    const segment = decode(encoded);
    if (segment === undefined || !isPlain(segment)) return undefined;
    segments.push(segment);
  }
  const path = segments.join('/');
  const hidden = segments.some((segment) => segment.startsWith('.'));
  return hidden && !DOT_PATHS.includes(path) ? undefined : { path, raw };
}

function pathOf(raw: string): string {
  const query = raw.indexOf('?');
  return query === -1 ? raw : raw.slice(0, query);
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function isPlain(segment: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  return !/[/\\\u0000-\u001f\u007f]/.test(segment);
}
