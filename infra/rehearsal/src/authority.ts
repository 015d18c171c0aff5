import { generateKeyPairSync, hash } from 'node:crypto';
import { issueCertificate } from '@outharbor/identity-emulator/certificate';

const DAY_MS = 24 * 60 * 60 * 1000;
const NAME = 'Authority of the rehearsal';

/** What a server of the hosts shows, as `node:tls` takes it. */
export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
}

export interface Authority {
  /** The authority's own certificate, which whoever speaks to the stage has to trust. */
  readonly certificate: string;
  /** Of the servers' key, as Chromium's `--ignore-certificate-errors-spki-list` takes it. */
  readonly spkiHash: string;
  /** One certificate for all hosts, signed by it, which ends in two days or at `expiresAt`. */
  issue(expiresAt?: Date): ServerCertificate;
}

/** A certificate authority that lives as long as this process. */
export function createAuthority(hosts: readonly string[]): Authority {
  const [authority, server] = [newKey(), newKey()];
  const issuer = { commonName: NAME, privateKey: authority.privateKey };
  const inTwoDays = new Date(Date.now() + 2 * DAY_MS);
  // It begins early: the clock of whoever checks it may be behind.
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
