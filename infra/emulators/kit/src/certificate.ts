import { createHash, createPublicKey, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';

export interface CertificateRequest {
  readonly commonName: string;
  readonly publicKey: KeyObject;
  readonly issuer: { readonly commonName: string; readonly privateKey: KeyObject };
  readonly validity: { readonly from: Date; readonly to: Date };
  /** Signs certificates, or authenticates a server with these names and IPv4 addresses. By default it only carries its key. */
  readonly use?: 'authority' | { readonly hosts: readonly string[] };
}

/** Issues an X.509 certificate (RFC 5280 §4.1) for an RSA or P-256 key, as PEM. */
export function issueCertificate(request: CertificateRequest): string {
  const { commonName, publicKey, issuer, validity, use } = request;
  const signatureAlgorithm =
    issuer.privateKey.asymmetricKeyType === 'ec'
      ? sequence(oid(OID.ecdsaWithSha256))
      : sequence(oid(OID.sha256WithRsa), NULL);
  // The first bit of a positive DER integer is 0.
  const serial = randomBytes(16);
  serial[0] = 0x01;
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, serial),
    signatureAlgorithm,
    distinguishedName(issuer.commonName),
    sequence(time(validity.from), time(validity.to)),
    distinguishedName(commonName),
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(use === undefined ? [] : [tagged(0xa3, sequence(...extensionsFor(use, request)))]),
  );
  const signature = sign('SHA256', body, issuer.privateKey);
  const der = sequence(body, signatureAlgorithm, tagged(0x03, Buffer.from([0]), signature));
  return new X509Certificate(der).toString();
}

function extensionsFor(
  use: NonNullable<CertificateRequest['use']>,
  { publicKey, issuer }: CertificateRequest,
): Buffer[] {
  // Strict verifiers, such as Python's since 3.13, require both key identifiers.
  const keyIdentifiers = [
    extension(OID.subjectKeyIdentifier, tagged(0x04, keyIdentifier(publicKey))),
    extension(
      OID.authorityKeyIdentifier,
      sequence(tagged(0x80, keyIdentifier(createPublicKey(issuer.privateKey)))),
    ),
  ];
  if (use !== 'authority') {
    return [
      ...keyIdentifiers,
      extension(OID.extendedKeyUsage, sequence(oid(OID.serverAuth))),
      extension(OID.subjectAltName, sequence(...use.hosts.map(alternativeName))),
    ];
  }
  return [
    ...keyIdentifiers,
    extension(OID.basicConstraints, sequence(TRUE), { critical: true }),
    extension(OID.keyUsage, KEY_CERT_SIGN, { critical: true }),
  ];
}

const alternativeName = (host: string) =>
  isIP(host) === 4 ? tagged(0x87, Buffer.from(host.split('.').map(Number))) : tagged(0x82, Buffer.from(host));

/** RFC 5280 §4.2.1.2, method 1. The last 65 bytes of a P-256 key are its point. */
function keyIdentifier(key: KeyObject): Buffer {
  const spki = key.export({ type: 'spki', format: 'der' });
  return createHash('sha1').update(spki.subarray(-65)).digest();
}

function extension(id: readonly number[], value: Buffer, { critical = false } = {}): Buffer {
  return sequence(oid(id), ...(critical ? [TRUE] : []), tagged(0x04, value));
}

const OID = {
  authorityKeyIdentifier: [0x55, 0x1d, 0x23],
  commonName: [0x55, 0x04, 0x03],
  extendedKeyUsage: [0x55, 0x1d, 0x25],
  keyUsage: [0x55, 0x1d, 0x0f],
  serverAuth: [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01],
  subjectAltName: [0x55, 0x1d, 0x11],
  subjectKeyIdentifier: [0x55, 0x1d, 0x0e],
  basicConstraints: [0x55, 0x1d, 0x13],
  sha256WithRsa: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b],
  ecdsaWithSha256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02],
};
const TRUE = Buffer.from([0x01, 0x01, 0xff]);
const KEY_CERT_SIGN = Buffer.from([0x03, 0x02, 0x02, 0x04]);
const NULL = Buffer.from([0x05, 0x00]);

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), encodeLength(content), content]);
}

function encodeLength({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest >>= 8) bytes.unshift(rest & 0xff);
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

const sequence = (...parts: readonly Buffer[]) => tagged(0x30, ...parts);
const set = (...parts: readonly Buffer[]) => tagged(0x31, ...parts);
const oid = (bytes: readonly number[]) => tagged(0x06, Buffer.from(bytes));
const utf8 = (text: string) => tagged(0x0c, Buffer.from(text));
const distinguishedName = (commonName: string) =>
  sequence(set(sequence(oid(OID.commonName), utf8(commonName))));

/** UTCTime through 2049, GeneralizedTime from 2050 on (RFC 5280 §4.1.2.5). */
function time(date: Date): Buffer {
  const digits = `${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`;
  return date.getUTCFullYear() < 2050
    ? tagged(0x17, Buffer.from(digits.slice(2)))
    : tagged(0x18, Buffer.from(digits));
}
