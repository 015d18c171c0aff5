/** The id in a URI; an id alone is returned as it is. */
export const lastSegment = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);
