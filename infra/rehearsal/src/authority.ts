import { generateKeyPairSync, hash } from 'node:crypto';
import { issueCertificate } from '@outharbor/identity-emulator/certificate';

const DAY_MS = 24 * 60 * 60 * 1000;
const NAME = 'Authority of the rehearsal';

/** A server's key and certificate, as `node:tls` takes them. */
export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
}

export interface Authority {
  /** The authority's own certificate, which clients of the stage must trust. */
  readonly certificate: string;
  /** Hash of the servers' key for Chromium's `--ignore-certificate-errors-spki-list`. */
  readonly spkiHash: string;
  /** Issues one certificate for all hosts, valid for two days or until `expiresAt`. */
  issue(expiresAt?: Date): ServerCertificate;
}

/** Creates a certificate authority that exists only as long as this process. */
export function createAuthority(hosts: readonly string[]): Authority {
  const [authority, server] = [newKey(), newKey()];
  const issuer = { commonName: NAME, privateKey: authority.privateKey };
  const inTwoDays = new Date(Date.now() + 2 * DAY_MS);
  // Backdated, because a client's clock may be slow.
  const from = new Date(Date.now() - 2 * DAY_MS);
  return {
    certificate: issueCertificate({
      commonName: NAME,
      publicKey: authority.publicKey,
      issuer,
      validity: { from, to: inTwoDays },
      use: 'authority',
    }),
    spkiHash: hash('sha256', server.publicKey.export({ type: 'spki', format: 'der' }), 'base64'),
    issue: (expiresAt = inTwoDays) => ({
      key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      cert: issueCertificate({
        commonName: hosts[0] ?? 'stage',
        publicKey: server.publicKey,
        issuer,
        validity: { from, to: expiresAt },
        use: { hosts },
      }),
    }),
  };
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
