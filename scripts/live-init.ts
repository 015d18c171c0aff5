/** `npm run live:init`: writes the live settings and secrets, sets up Stripe, and says what is left. Overwrites nothing. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { reportFindings } from '../api/src/doctor/report.ts';
import { liveEnvironment } from './live-environment.ts';
import { addSecret, addSettings, makeSecretsFolder } from './live-settings.ts';
import { ROOT } from './step.ts';
import { connect, ensureEndpoint, setUpCatalogue } from './stripe-account.ts';

const QUESTIONS = {
  'public-url': ['PUBLIC_URL', 'the public address, such as https://www.example.com', /^https:\/\/[^/\s]+$/],
  project: ['FIREBASE_PROJECT_ID', 'the Firebase project id', /^[a-z][a-z0-9-]{3,60}$/],
  'api-key': ['FIREBASE_API_KEY', 'apiKey of the Firebase web app', /^[\w-]+$/],
  database: ['FIREBASE_DATABASE_URL', 'the address of the Realtime Database', /^https:\/\/[^/\s]+$/],
  widget: [
    'SCHEDULING_URL',
    'the event type, such as https://calendly.com/you/call',
    /^https:\/\/calendly\.com\/\S+$/,
  ],
} as const;
const SECRETS = 'secrets';

type Flag = keyof typeof QUESTIONS;

async function readSettings(given: Readonly<Partial<Record<Flag, string>>>): Promise<Record<string, string>> {
  const terminal = process.stdin.isTTY ? createInterface(process.stdin, process.stdout) : undefined;
  const settings: Record<string, string> = {};
  for (const [flag, [name, what, pattern]] of Object.entries(QUESTIONS)) {
    const answer = given[flag as Flag] ?? (await terminal?.question(`${what}: `));
    if (answer === undefined) throw new Error(`--${flag} is missing: ${what}`);
    if (!pattern.test(answer)) throw new Error(`--${flag} is not ${what}: ${answer}`);
    settings[name] = answer;
  }
  terminal?.close();
  return settings;
}

async function main(): Promise<number> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      ...{ 'public-url': text, project: text, 'api-key': text, database: text, widget: text },
      ...{ 'stripe-key-file': text, 'setup-key-file': text, 'service-account-file': text, folder: text },
    },
  });
  const { folder = ROOT, 'stripe-key-file': keyFile, 'service-account-file': accountFile } = values;
  if (keyFile === undefined)
    throw new Error('--stripe-key-file is missing: the file with the restricted key');
  const files = { stripe_secret_key: keyFile, ...(accountFile && { firebase_service_account: accountFile }) };
  const contents = Object.entries(files).map(
    ([name, file]) => [name, readFileSync(file, 'utf8').trim()] as const,
  );
  const settings = await readSettings(values);
  const secrets = join(folder, SECRETS);
  makeSecretsFolder(secrets);
  const print = (what: string, isNew: boolean) => console.log(`${what}: ${isNew ? 'written' : 'kept'}`);
  const added = addSettings(folder, settings);
  for (const name of Object.keys(settings)) print(`.env ${name}`, added.includes(name));
  for (const [name, value] of contents) print(`secrets/${name}`, addSecret(secrets, name, value));

  const stripe = connect(values['setup-key-file'] ?? keyFile);
  await setUpCatalogue(stripe, console.log);
  const { id, secret } = await ensureEndpoint(stripe, settings.PUBLIC_URL ?? '');
  if (secret !== undefined) addSecret(secrets, 'stripe_webhook_secret', secret);
  console.log(`webhook endpoint: ${id}, ${secret === undefined ? 'up to date' : 'set up'}`);

  const project = `https://console.firebase.google.com/project/${settings.FIREBASE_PROJECT_ID}`;
  const left = [
    !existsSync(join(secrets, 'stripe_webhook_secret')) &&
      `copy the signing secret to secrets/stripe_webhook_secret: https://dashboard.stripe.com/webhooks/${id}`,
    `enable E-mail/password: ${project}/authentication/providers`,
    `set the action URL to ${settings.PUBLIC_URL}/account-action: ${project}/authentication/emails`,
    `publish infra/firebase/database.rules.json: ${project}/database`,
    'start the site: docs/going-live.md, steps 7 and 8',
  ].filter((line) => line !== false);
  console.log(['', 'Left to do, unless it is done:', ...left.map((line) => `- ${line}`), ''].join('\n'));
  const settled = await liveEnvironment(process.env, folder).catch((error: Error) => error.message);
  if (typeof settled === 'string') throw new Error(`the doctor cannot look: ${settled}`);
  console.log('The doctor, which also looks at the site that is not there before step 8:');
  await reportFindings(settled, process.stdout, []);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`npm run live:init: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
