export interface Answer {
  readonly status: number;
  /** JSON, or the text of a page. */
  readonly body: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}
