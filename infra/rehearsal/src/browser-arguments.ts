import { ALL_HOSTS } from './hosts.ts';

/** Chromium arguments that resolve live host names to the gateway and no others. */
export function browserArguments(port: number, spkiHash: string): readonly string[] {
  const rules = [...ALL_HOSTS.map((host) => `MAP ${host} 127.0.0.1:${port}`), 'MAP * ~NOTFOUND'];
  return [`--host-resolver-rules=${rules.join(', ')}`, `--ignore-certificate-errors-spki-list=${spkiHash}`];
}
