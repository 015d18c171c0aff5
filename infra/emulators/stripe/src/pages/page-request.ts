/** A request for the page of the object that its path names. */
export interface PageRequest {
  Params: { readonly id: string };
  Querystring: Readonly<Record<string, unknown>>;
  Body: string | undefined;
}
