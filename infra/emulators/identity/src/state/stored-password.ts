/** How a password is hashed. Each algorithm has some of them; keys and separators are base64. */
export interface HashSettings {
  readonly rounds?: number;
  readonly memoryCost?: number;
  readonly saltSeparator?: string;
  readonly signerKey?: string;
  readonly cost?: number;
  readonly blockSize?: number;
  readonly parallelization?: number;
  readonly length?: number;
  readonly order?: string;
}

/** `salt` and `hash` are base64. Never part of a response, a log line or displayed state. */
export interface StoredPassword extends HashSettings {
  readonly algorithm: string;
  readonly salt: string;
  /** Of bcrypt the whole text, with version, cost and salt. */
  readonly hash: string;
}
