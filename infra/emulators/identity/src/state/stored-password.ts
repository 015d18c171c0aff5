/** `salt` and `hash` are base64. Never part of a response, a log line or displayed state. */
export type StoredPassword =
  /** The hash is the whole text, with version, cost and salt. */
  | { readonly algorithm: 'BCRYPT'; readonly salt: string; readonly hash: string }
  | {
      readonly algorithm: 'SCRYPT';
      readonly salt: string;
      readonly hash: string;
      readonly rounds: number;
      readonly memoryCost: number;
      readonly saltSeparator: string;
      readonly signerKey: string;
    }
  | {
      readonly algorithm: 'STANDARD_SCRYPT';
      readonly salt: string;
      readonly hash: string;
      readonly cost: number;
      readonly blockSize: number;
      readonly parallelization: number;
      readonly length: number;
    }
  | {
      readonly algorithm: 'PBKDF2_SHA256' | 'PBKDF_SHA1';
      readonly salt: string;
      readonly hash: string;
      readonly rounds: number;
    }
  | {
      readonly algorithm: 'MD5' | 'SHA1' | 'SHA256' | 'SHA512';
      readonly salt: string;
      readonly hash: string;
      readonly rounds: number;
      readonly order: 'SALT_AND_PASSWORD' | 'PASSWORD_AND_SALT';
    }
  | {
      readonly algorithm: 'HMAC_MD5' | 'HMAC_SHA1' | 'HMAC_SHA256' | 'HMAC_SHA512';
      readonly salt: string;
      readonly hash: string;
      readonly key: string;
      readonly order: 'SALT_AND_PASSWORD' | 'PASSWORD_AND_SALT';
    };
