import { dirname, join } from 'node:path';
import { realNamesOfNode } from '../https/client-variables.ts';
import { ALL_REAL_NAMES } from '../https/real-names.ts';
import type { Https } from '../https/start-https.ts';
import { section } from './sdk-lines.ts';

/** How each client trusts the authority and, if asked for, reaches the real host names. */
export function trustLines(https: Https, projectId: string): string {
  const { authorityFile, trustFile, spkiHash, urls, realNames } = https;
  const [authority, trusted] = [shellWord(authorityFile), shellWord(trustFile)];
  // Both are beside the authority, so that they end with it and none of an earlier authority is found.
  const [trustStore, profile] = ['trust.p12', 'chrome'].map((name) =>
    shellWord(join(dirname(authorityFile), name)),
  );
  const trusting = `-Djavax.net.ssl.trustStore=${trustStore} -Djavax.net.ssl.trustStorePassword=changeit`;
  return [
    ...section('https', Object.entries(urls).flat().join(' '), {
      Node: `NODE_EXTRA_CA_CERTS=${trusted}`,
      Python: `SSL_CERT_FILE=${trusted} REQUESTS_CA_BUNDLE=${trusted}; stripe.ca_bundle_path = ${JSON.stringify(trustFile)}`,
      Go: `SSL_CERT_FILE=${trusted}`,
      Java: `keytool -importcert -noprompt -alias emulators -file ${authority} -keystore ${trustStore} -storetype PKCS12 -storepass changeit; java ${trusting}`,
      curl: `curl --cacert ${trusted}`,
      Chrome: `import ${authority} as an authority, or --user-data-dir=${profile} --ignore-certificate-errors-spki-list=${spkiHash}`,
    }),
    ...(realNames ? realNamesLines(realNames, projectId) : []),
  ].join('\n');
}

/** Folders of users on Windows and macOS may have spaces in their names. */
const shellWord = (path: string) => (path.includes(' ') ? `"${path}"` : path);

function realNamesLines(realNames: NonNullable<Https['realNames']>, projectId: string): string[] {
  const { proxyUrl } = realNames;
  const { hostname, port: proxyPort } = new URL(proxyUrl);
  const names = ALL_REAL_NAMES.filter((name) => !name.startsWith('*.'));
  const database = `${projectId}-default-rtdb.firebaseio.com`;
  return section('real names', proxyUrl, {
    Node: Object.entries(realNamesOfNode(realNames))
      .map(([name, value]) => `${name}=${shellWord(value)}`)
      .join(' '),
    Python: `HTTPS_PROXY=${proxyUrl}`,
    Go: `HTTPS_PROXY=${proxyUrl}`,
    Java: `java -Dhttps.proxyHost=${hostname} -Dhttps.proxyPort=${proxyPort}`,
    curl: `curl --proxy ${proxyUrl}`,
    Chrome: `--proxy-server=${proxyUrl}`,
    Hosts: `127.0.0.1 ${[...names, database].join(' ')} (with https.namesPort 443)`,
  });
}
