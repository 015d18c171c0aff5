import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject } from 'node:crypto';
import { issueCertificate } from './certificate.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A server's key and certificate, as `node:tls` takes them. */
export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
}

export interface AuthorityOptions {
  readonly name: string;
  /** Names and IPv4 addresses; `*.` stands for one label. */
  readonly hosts: readonly string[];
  /** How many days the certificates are valid; two when absent. */
  readonly days?: number;
  /** Certificate and key of an earlier authority, which this one continues. */
  readonly kept?: { readonly certificate: string; readonly key: string };
}

export type Authority = ReturnType<typeof createAuthority>;

export function createAuthority({ name, hosts, days = 2, kept }: AuthorityOptions) {
  const privateKey = kept ? createPrivateKey(kept.key) : newKey().privateKey;
  const server = newKey();
  const issuer = { commonName: name, privateKey };
  // The certificate is backdated, because a client's clock may be slow.
  const from = new Date(Date.now() - 2 * DAY_MS);
  const to = new Date(Date.now() + days * DAY_MS);
  return {
    /** The authority's own certificate, which clients must trust. */
    certificate:
      kept?.certificate ??
      issueCertificate({
        commonName: name,
        publicKey: createPublicKey(privateKey),
        issuer,
        validity: { from, to },
        use: 'authority',
      }),
    /** The authority's private key, as PEM. */
    key: toPem(privateKey),
    /** Hash of the servers' key for Chromium's `--ignore-certificate-errors-spki-list`. */
    spkiHash: hash('sha256', server.publicKey.export({ type: 'spki', format: 'der' }), 'base64'),
    /** Issues one certificate for all hosts, valid for as long as the authority's own or until `expiresAt`. */
    issue: (expiresAt: Date = to) => ({
      key: toPem(server.privateKey),
      cert: issueCertificate({
        commonName: hosts[0] ?? 'localhost',
        publicKey: server.publicKey,
        issuer,
        validity: { from, to: expiresAt },
        use: { hosts },
      }),
    }),
  };
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

const toPem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
