import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createAuthority } from '@outharbor/emulator-kit/authority';
import { startEmulators } from '@outharbor/emulators';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { trustLines } from '../../../all/src/command/trust-lines.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const run = promisify(execFile);
const LEAD = fileURLToPath(import.meta.resolve('@outharbor/emulators/real-names'));
const SERVICES = ['stripe', 'identity', 'database', 'scheduling'] as const;

const emulators = suiteFixture(() =>
  startEmulators({ services: SERVICES, config: { https: { realNames: true } } }),
);
const https = () => {
  if (!emulators.https?.realNames) throw new Error('HTTPS is not served');
  return { ...emulators.https, realNames: emulators.https.realNames };
};
const stripeUrl = () => String(https().urls.stripe);

/** Runs a client that has only these variables. Resolves with what it prints. */
async function client(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const { stdout } = await run(command, [...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
  });
  return stdout.trim();
}

const curl = (...args: readonly string[]) =>
  client('curl', ['-sS', '--max-time', '20', '-o', '/dev/null', '-w', '%{http_code}', ...args]);

const node = (program: string, env: NodeJS.ProcessEnv) =>
  client(process.execPath, ['--input-type=module', '-e', program], env);

describe('at a local address', () => {
  it.each(SERVICES)(
    'curl trusts the authority of %s, by name and by address',
    { tags: 'curl' },
    async (name) => {
      const url = String(https().urls[name]);
      for (const address of [url, url.replace('localhost', '127.0.0.1')])
        expect(await curl('--cacert', https().authorityFile, address)).toMatch(/^[2-5]\d\d$/);
    },
  );

  it('curl rejects the certificate without the authority', { tags: 'curl' }, async () => {
    await expect(curl(stripeUrl())).rejects.toThrow('SSL certificate problem');
  });

  it('the Stripe SDK for Node.js pays with one variable set', async () => {
    const program = `
      import Stripe from 'stripe';
      const { hostname: host, port } = new URL(process.env.STRIPE_URL);
      const stripe = new Stripe('sk_test_emulated', { host, port, protocol: 'https' });
      console.log((await stripe.customers.create({ name: 'Ada' })).name);`;
    const env = { STRIPE_URL: stripeUrl(), NODE_EXTRA_CA_CERTS: https().authorityFile };
    expect(await node(program, env)).toBe('Ada');
  });

  it('Python verifies it with strict rules', { tags: 'python' }, async () => {
    const program = `
import os, ssl, urllib.request
context = ssl.create_default_context()
context.verify_flags |= ssl.VERIFY_X509_STRICT
request = urllib.request.Request(os.environ["STRIPE_URL"] + "/v1/customers", headers={"Authorization": "Bearer sk_test_emulated"})
print(urllib.request.urlopen(request, context=context).status)`;
    const env = { STRIPE_URL: stripeUrl(), SSL_CERT_FILE: https().authorityFile };
    expect(await client('python3', ['-c', program], env)).toBe('200');
  });

  it.each([
    ['https:', () => stripeUrl()],
    ['http:', () => String(emulators.stripe?.url)],
  ])(
    'hosted pages for an app at %s are served where its browser needs no more trust',
    async (scheme, origin) => {
      const program = `
      import Stripe from 'stripe';
      const { hostname: host, port } = new URL(process.env.STRIPE_URL);
      const stripe = new Stripe('sk_test_emulated', { host, port, protocol: 'https' });
      const { url } = await stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [{ price_data: { currency: 'eur', unit_amount: 900, product_data: { name: 'Tea' } }, quantity: 1 }],
        success_url: '${scheme}//localhost/thanks',
      });
      const { id } = await stripe.customers.create();
      const portal = await stripe.billingPortal.sessions.create({ customer: id, return_url: '${scheme}//localhost/' });
      console.log(new URL(url).origin, new URL(portal.url).origin, (await (await fetch(url)).text()).includes('Tea'));`;
      const env = { STRIPE_URL: stripeUrl(), NODE_EXTRA_CA_CERTS: https().authorityFile };
      expect(await node(program, env)).toBe(`${origin()} ${origin()} true`);
    },
  );
});

describe('under the real host names', () => {
  const led = () => ({
    NODE_EXTRA_CA_CERTS: https().authorityFile,
    NODE_OPTIONS: `--import=${LEAD}`,
    EMULATORS_NAMES_PORT: String(https().realNames.port),
  });

  it('the Stripe SDK for Node.js runs without a setting of its own', async () => {
    const program = `
      import Stripe from 'stripe';
      const stripe = new Stripe('sk_test_emulated');
      console.log((await stripe.customers.create({ name: 'Grace' })).name);`;
    expect(await node(program, led())).toBe('Grace');
  });

  it('a program elsewhere runs with the lines as printed, and still trusts the authority of a company', async () => {
    const folder = await temporaryFolder();
    onTestFinished(() => folder.close());
    const company = createAuthority({ name: 'Company', hosts: ['localhost'], days: 1 });
    const companyFile = join(folder.path, 'company.pem');
    await writeFile(companyFile, company.certificate);
    const intranet = createServer(company.issue(), (_request, response) => response.end('intranet')).listen(
      0,
    );
    onTestFinished(() => void intranet.close());
    vi.stubEnv('NODE_EXTRA_CA_CERTS', companyFile);
    const own = await startEmulators({ services: ['stripe'], config: { https: { realNames: true } } });
    vi.unstubAllEnvs();
    onTestFinished(() => own.close());
    if (!own.https) throw new Error('HTTPS is not served');
    const lines = trustLines(own.https, 'demo-shop')
      .split('\n')
      .filter((line) => line.startsWith('  Node '));
    const program = `
      const headers = { authorization: 'Bearer sk_test_emulated' };
      const { object } = await (await fetch('https://api.stripe.com/v1/balance', { headers })).json();
      const intranet = await fetch('https://localhost:${(intranet.address() as AddressInfo).port}');
      console.log(object, await intranet.text());`;
    await writeFile(join(folder.path, 'app.mjs'), program);
    const typed = [...lines.map((line) => line.slice(9)), process.execPath, 'app.mjs'].join(' ');
    const { stdout } = await run('sh', ['-c', typed], { cwd: folder.path, env: { PATH: process.env.PATH } });
    expect(stdout).toBe('balance intranet\n');
  });

  it('the Firebase SDK signs up and writes without a setting of its own', async () => {
    const program = `
      import { initializeApp } from 'firebase/app';
      import { createUserWithEmailAndPassword, getAuth } from 'firebase/auth';
      import { get, getDatabase, ref, set } from 'firebase/database';
      const app = initializeApp({ apiKey: 'any', projectId: 'demo-project', databaseURL: 'https://demo-project-default-rtdb.firebaseio.com' });
      const { user } = await createUserWithEmailAndPassword(getAuth(app), 'ada@example.com', 'secret123');
      const record = ref(getDatabase(app), 'users/' + user.uid);
      await set(record, { name: 'Ada' });
      console.log((await get(record)).val().name);
      process.exit();`;
    expect(await node(program, led())).toBe('Ada');
  });

  const KEYLESS = '{ getAccessToken: async () => ({ access_token: "owner", expires_in: 3600 }) }';

  it.each([
    ['its key file alone', (account: object) => `credential: cert(${JSON.stringify(account)})`],
    [
      'no key file',
      (account: object) =>
        `credential: ${KEYLESS}, projectId: 'demo-project', serviceAccountId: ${JSON.stringify((account as { client_email: string }).client_email)}`,
    ],
  ])('the Firebase Admin SDK signs and verifies tokens and cookies with %s', async (_, optionsFor) => {
    const options = optionsFor((await emulators.identity?.serviceAccount()) ?? {});
    const program = `
      import { cert, initializeApp } from 'firebase-admin/app';
      import { getAuth } from 'firebase-admin/auth';
      initializeApp({ ${options} });
      const { uid } = await getAuth().createUser({ displayName: 'Ada' });
      const body = JSON.stringify({ token: await getAuth().createCustomToken(uid), returnSecureToken: true });
      const url = 'https://identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=any';
      const { idToken } = await (await fetch(url, { method: 'POST', body })).json();
      const cookie = await getAuth().createSessionCookie(idToken, { expiresIn: 3_600_000 });
      const verified = [await getAuth().verifyIdToken(idToken), await getAuth().verifySessionCookie(cookie)];
      console.log(verified.every((each) => each.uid === uid));
      process.exit();`;
    expect(await node(program, led())).toBe('true');
  });

  it.each([
    'oauth2.googleapis.com/token',
    'accounts.google.com/o/oauth2/token',
    'www.googleapis.com/oauth2/v4/token',
  ])(
    '%s grants access for an assertion with its address, whatever the Authorization header',
    async (address) => {
      const account = JSON.stringify(await emulators.identity?.serviceAccount());
      const program = `
      import { SignJWT, importPKCS8 } from 'jose';
      const { client_email, private_key } = ${account};
      const assertion = await new SignJWT({ iss: client_email, aud: 'https://${address}' })
        .setProtectedHeader({ alg: 'RS256' }).setExpirationTime('1h').sign(await importPKCS8(private_key, 'RS256'));
      const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
      const headers = { authorization: 'Bearer ' + assertion };
      const { access_token } = await (await fetch('https://${address}', { method: 'POST', headers, body })).json();
      const users = 'https://identitytoolkit.googleapis.com/v1/projects/demo-project/accounts:batchGet';
      console.log((await fetch(users, { headers: { authorization: 'Bearer ' + access_token } })).status);`;
      expect(await node(program, led())).toBe('200');
    },
  );

  it('curl goes through the proxy, which leads nowhere else', { tags: 'curl' }, async () => {
    const through = ['--proxy', https().realNames.proxyUrl, '--cacert', https().authorityFile];
    const key = ['-u', 'sk_test_emulated:'];
    expect(await curl(...through, ...key, 'https://api.stripe.com/v1/customers')).toBe('200');
    expect(await curl(...through, 'https://calendly.com/example/intro-call')).toBe('200');
    await expect(curl(...through, 'https://example.com')).rejects.toThrow('response 502');
    await expect(curl(...through, 'https://api.stripe.com.example.com')).rejects.toThrow('response 502');
  });

  it('Python goes through the proxy', { tags: 'python' }, async () => {
    const program = `
import urllib.request
request = urllib.request.Request("https://api.stripe.com/v1/customers", headers={"Authorization": "Bearer sk_test_emulated"})
print(urllib.request.urlopen(request).status)`;
    const env = { HTTPS_PROXY: https().realNames.proxyUrl, SSL_CERT_FILE: https().authorityFile };
    expect(await client('python3', ['-c', program], env)).toBe('200');
  });
});

describe('the authority', () => {
  const folder = suiteFixture(temporaryFolder);

  it('is removed with the emulators unless it has a directory', async () => {
    const some = await startEmulators({ services: ['stripe'], config: { https: {} } });
    const file = String(some.https?.authorityFile);
    expect(existsSync(file)).toBe(true);
    await some.close();
    expect(existsSync(join(file, '..'))).toBe(false);
  });

  it('stays trusted after a restart, and only its owner can read its key', { tags: 'curl' }, async () => {
    const authorityDir = join(folder.path, 'authority');
    const start = () => startEmulators({ services: ['stripe'], config: { https: { authorityDir } } });
    const first = await start();
    await first.close();
    const second = await start();
    onTestFinished(() => second.close());
    const file = join(authorityDir, 'authority.pem');
    expect(await curl('--cacert', file, String(second.https?.urls.stripe))).toMatch(/^[2-5]\d\d$/);
    expect((await stat(join(authorityDir, 'authority-key.pem'))).mode & 0o777).toBe(0o600);
  });
});
