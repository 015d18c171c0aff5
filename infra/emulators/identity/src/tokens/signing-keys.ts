import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPair,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { promisify } from 'node:util';
import { issueCertificate } from '@outharbor/emulator-kit/certificate';
import { ControlError } from '@outharbor/emulator-kit/control-error';
import type { Project } from '../state/project.ts';
import { readKeyFile, type StoredKey, type StoredKeys, writeKeyFile } from './key-file.ts';

const generate = promisify(generateKeyPair);
const MODULUS_BITS = 2048;
/** Two weeks, the longest lifetime of a token or cookie. */
const RETIRED_AFTER_MS = 14 * 24 * 60 * 60 * 1000;
const TEN_YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1000;
/** As many rotations in a row find their key in a set that a client fetched before the first of them. */
const PUBLISHED_AHEAD = 2;
/** How long a client may keep a published set without asking again; longer than the usual cooldown of 30 s. */
export const KEYS_MAX_AGE_SECONDS = 60;

export interface SigningKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** Milliseconds since the epoch; of a key published in advance, when it started signing. */
  readonly createdAt: number;
}

interface UpcomingKey extends SigningKey {
  /** When every client has it, in milliseconds since the epoch. */
  readonly usableAt: number;
}

export type SigningKeys = ReturnType<typeof signingKeysOf>;

export async function openSigningKeys(directory: string | undefined): Promise<SigningKeys> {
  const stored = directory === undefined ? undefined : readKeyFile(directory);
  if (stored !== undefined) return signingKeysOf(stored, directory);
  const [signing, serviceAccount] = await Promise.all([newKey(), newKey()]);
  const fresh = {
    signing: [signing],
    upcoming: [],
    serviceAccount: [serviceAccount],
    secret: randomBytes(32).toString('base64'),
  };
  if (directory !== undefined) writeKeyFile(directory, fresh);
  return signingKeysOf(fresh, directory);
}

/** The signing keys are those of all projects, as in the service. */
function signingKeysOf(stored: StoredKeys, directory: string | undefined) {
  let signing = atLeastOne(stored.signing.map(toSigningKey));
  /** They sign after the next rotations, in order. They are created on demand: most emulators never serve them. */
  let upcoming: readonly UpcomingKey[] = stored.upcoming.map((key) => {
    return { ...toSigningKey(key), usableAt: key.usableAt };
  });
  let servedAt = upcoming.length > 0 ? Date.now() : undefined;
  let lastTurn: Promise<unknown> = Promise.resolve();
  let serviceAccount = atLeastOne(stored.serviceAccount.map(toSigningKey));
  const secret = createSecretKey(stored.secret, 'base64');
  const save = (): void => {
    if (directory === undefined) return;
    writeKeyFile(directory, {
      signing: signing.map(toStoredKey),
      upcoming: upcoming.map((key) => ({ ...toStoredKey(key), usableAt: key.usableAt })),
      serviceAccount: serviceAccount.map(toStoredKey),
      secret: secret.export().toString('base64'),
    });
  };
  const newUpcoming = async (): Promise<UpcomingKey> => {
    const usableAt = servedAt === undefined ? Date.now() : servedAt + KEYS_MAX_AGE_SECONDS * 1000;
    return { ...toSigningKey(await newKey()), usableAt };
  };
  /** Runs one change at a time, so that no key is used twice. */
  const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
    const done = lastTurn.then(change);
    lastTurn = done.catch(() => undefined);
    return done;
  };
  return {
    get current(): SigningKey {
      return newest(signing);
    },
    /** SDKs cache this set and reject keys outside it, so it includes the next keys. */
    published: (): Promise<readonly SigningKey[]> =>
      inTurn(async () => {
        const missing = Math.max(0, PUBLISHED_AHEAD - upcoming.length);
        const added = await Promise.all(Array.from({ length: missing }, newUpcoming));
        upcoming = [...upcoming, ...added];
        if (missing > 0) save();
        servedAt = Date.now();
        return [...signing, ...upcoming];
      }),
    findSecret: ({ namespace, tenantId }: Pick<Project, 'namespace' | 'tenantId'>): KeyObject => {
      const derive = (from: KeyObject, name: string) =>
        createSecretKey(createHmac('sha256', from).update(name).digest());
      const ofProject = namespace === null ? secret : derive(secret, namespace);
      return tenantId === undefined ? ofProject : derive(ofProject, `tenant ${tenantId}`);
    },
    publicKey: (id: string): KeyObject | undefined => signing.find((key) => key.id === id)?.publicKey,
    /** Keys of the service account, oldest first. All of them are accepted. */
    get serviceAccount(): readonly SigningKey[] {
      return serviceAccount;
    },
    get newestOfServiceAccount(): SigningKey {
      return newest(serviceAccount);
    },
    addServiceAccountKey: (): Promise<SigningKey> =>
      inTurn(async () => {
        const added = toSigningKey(await newKey());
        serviceAccount = atLeastOne([...serviceAccount, added]);
        save();
        return added;
      }),
    /** Access tokens that the key has fetched stay valid until they expire, as in the service. */
    deleteServiceAccountKey: (id: string): Promise<void> =>
      inTurn(async () => {
        const kept = serviceAccount.filter((key) => key.id !== id);
        if (kept.length === serviceAccount.length) throw new ControlError(404, `no such key: '${id}'`);
        if (kept.length === 0)
          throw new ControlError(409, 'the only key of the service account; add one first');
        serviceAccount = atLeastOne(kept);
        save();
      }),
    /** Throws a ControlError while a client may not know the next key yet. */
    rotate: (): Promise<void> =>
      inTurn(async () => {
        const [next = await newUpcoming(), ...later] = upcoming;
        upcoming = [next, ...later];
        rejectTooSoon(next);
        const now = Date.now();
        const kept = signing.filter(({ createdAt }, index, all) => {
          const replacedAt = all[index + 1]?.createdAt ?? now;
          return createdAt <= replacedAt && now - replacedAt < RETIRED_AFTER_MS;
        });
        signing = atLeastOne([...kept, { ...next, createdAt: now }]);
        upcoming = later;
        save();
      }),
    settle: async (): Promise<void> => void (await lastTurn),
  };
}

function atLeastOne(keys: readonly SigningKey[]): readonly [SigningKey, ...SigningKey[]] {
  const [first, ...others] = keys;
  if (first === undefined) throw new Error('The key file lacks a key.');
  return [first, ...others];
}

const newest = (keys: readonly [SigningKey, ...SigningKey[]]) => keys.at(-1) ?? keys[0];

function rejectTooSoon({ usableAt }: UpcomingKey): void {
  const seconds = Math.ceil((usableAt - Date.now()) / 1000);
  if (seconds <= 0) return;
  throw new ControlError(
    409,
    `the next key is not published long enough: clients keep a key set for ${KEYS_MAX_AGE_SECONDS} seconds and would reject its tokens; rotate again in ${seconds} seconds`,
  );
}

/** SDKs fetch public keys in self-signed certificates. */
function publishCertificates(keys: readonly SigningKey[]): Record<string, string> {
  return Object.fromEntries(
    keys.map(({ id, publicKey, privateKey, createdAt }) => {
      // Valid from a day earlier, because the client's clock may be behind.
      const validity = { from: new Date(createdAt - 86_400_000), to: new Date(createdAt + TEN_YEARS_MS) };
      const issuer = { commonName: 'securetoken.emulated', privateKey };
      return [id, issueCertificate({ commonName: issuer.commonName, publicKey, issuer, validity })];
    }),
  );
}

function publishKeySet(keys: readonly SigningKey[]): { keys: object[] } {
  return {
    keys: keys.map(({ id, publicKey }) => {
      return { ...publicKey.export({ format: 'jwk' }), kid: id, alg: 'RS256', use: 'sig' };
    }),
  };
}

/** The paths where clients fetch the public keys, and in which format. */
export const KEY_SETS: Readonly<Record<string, (keys: readonly SigningKey[]) => object>> = {
  '/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com': publishCertificates,
  '/www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys': publishCertificates,
  '/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com': publishKeySet,
};

async function newKey(): Promise<StoredKey> {
  const { privateKey } = await generate('rsa', { modulusLength: MODULUS_BITS });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { id: randomBytes(20).toString('hex'), pem, createdAt: Date.now() };
}

function toSigningKey({ id, pem, createdAt }: StoredKey): SigningKey {
  const privateKey = createPrivateKey(pem);
  return { id, privateKey, publicKey: createPublicKey(privateKey), createdAt };
}

function toStoredKey({ id, privateKey, createdAt }: SigningKey): StoredKey {
  return { id, pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), createdAt };
}
