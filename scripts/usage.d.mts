export const USAGE: { readonly start: string };
