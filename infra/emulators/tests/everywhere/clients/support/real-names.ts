import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Closing } from '@outharbor/embedded/closing';
import { createAuthority } from '@outharbor/emulator-kit/authority';
import { startIdentityEmulator } from '@outharbor/identity-emulator';
import { startGateway } from '@outharbor/rehearsal/gateway';
import { HOSTS } from '@outharbor/rehearsal/hosts';
import { startStageProxy } from '../../../support/stage-proxy.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { execute } from '../../../support/toolchains/toolchain.ts';

const PROJECT = 'clients-project';

const TRUST_PASSWORD = 'changeit';

/** An identity emulator behind Google's host names, for SDKs without emulator variables. */
export async function startRealNames() {
  const closing = new Closing();
  let shiftMs = 0;
  const now = () => Date.now() + shiftMs;
  const identity = await closing.add(startIdentityEmulator({ projectId: PROJECT, allowOwner: false, now }));
  const authority = createAuthority({ name: 'Authority of a test', hosts: HOSTS.identity });
  const gateway = await closing.add(
    startGateway({
      server: authority.issue(),
      host: '127.0.0.1',
      port: 0,
      findDestination: () => ({ url: identity.url }),
    }),
  );
  const proxy = await closing.add(startStageProxy(gateway.port, HOSTS.identity));
  const { path: folder } = await closing.add(temporaryFolder());
  const files = await writeFiles(folder, authority.certificate, await identity.serviceAccount());
  const [host, port] = proxy.address.split(':');
  const javaOptions = [
    ...['http', 'https'].flatMap((scheme) => [
      `-D${scheme}.proxyHost=${host}`,
      `-D${scheme}.proxyPort=${port}`,
    ]),
    `-Djavax.net.ssl.trustStore=${files.trustStore}`,
    `-Djavax.net.ssl.trustStorePassword=${TRUST_PASSWORD}`,
  ];
  return {
    identity,
    /** Requested host names that nothing serves. */
    rejected: proxy.rejected,
    /** Shifts the time at which tokens are issued, in milliseconds from now. Clients keep the real time. */
    shiftClock: (ms: number) => {
      shiftMs = ms;
    },
    /** Variables that route the host names to the emulator, trust its certificates and name a key file. */
    environment: {
      GOOGLE_CLOUD_PROJECT: PROJECT,
      GOOGLE_APPLICATION_CREDENTIALS: files.key,
      HTTP_PROXY: `http://${proxy.address}`,
      HTTPS_PROXY: `http://${proxy.address}`,
      REQUESTS_CA_BUNDLE: files.authority,
      SSL_CERT_FILE: files.authority,
      JAVA_TOOL_OPTIONS: javaOptions.join(' '),
    },
    close: () => closing.close(),
  };
}

async function writeFiles(folder: string, certificate: string, key: object) {
  const files = {
    authority: join(folder, 'authority.pem'),
    key: join(folder, 'service-account.json'),
    trustStore: join(folder, 'trust.p12'),
  };
  await writeFile(files.authority, certificate);
  await writeFile(files.key, JSON.stringify(key));
  // Java trust stores cannot be PEM files.
  const store = ['-keystore', files.trustStore, '-storepass', TRUST_PASSWORD, '-storetype', 'PKCS12'];
  await execute(
    ['keytool', '-importcert', '-noprompt', '-alias', 'authority', '-file', files.authority, ...store],
    folder,
  );
  return files;
}
