export interface EngineOptions {
  /** Persistent, also used for downloads. */
  readonly profile: string;
  /** host:port, for all requests. */
  readonly proxy: string;
  readonly script: boolean;
  readonly dark: boolean;
  readonly size: { readonly width: number; readonly height: number };
}
