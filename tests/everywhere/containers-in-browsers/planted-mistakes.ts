import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { planLookupKey } from '@outharbor/contract/plans';
import { FIRST } from '@outharbor/contract/testing/plans';
import { DATABASE_HOST } from '@outharbor/rehearsal/hosts';
import { OPERATOR_SETTINGS, PROJECT_SETTINGS } from '@outharbor/rehearsal/operator';
import type Stripe from 'stripe';
import type { BareStage } from './bare-stage.ts';
import type { OperatorClone } from './operator-clone.ts';

/** Where the operator makes a mistake. */
export interface Place {
  readonly clone: OperatorClone;
  readonly stage: BareStage;
  readonly dashboard: Stripe;
  /** Permissions of the API's key. */
  readonly permissions: readonly string[];
  /** Calls Google as an administrator of the project. */
  asAdministrator(url: string, method: string, body: string): Promise<Response>;
}

export interface Mistake {
  readonly mistake: string;
  /** What names it; the doctor unless `by` says otherwise. */
  readonly names: RegExp;
  readonly by?: keyof typeof NAMED_BY;
  plant(place: Place): Promise<unknown>;
  /** Files are restored anyway. */
  undo?(place: Place): Promise<unknown>;
}

/** What an operator runs next. */
export const NAMED_BY = {
  doctor: 'npm run --silent doctor',
  compose: 'docker compose -f docker-compose.live.yml config --quiet',
  start: 'timeout 50 docker compose -f docker-compose.live.yml run --rm --no-deps --no-TTY web',
} as const;

const KEPT = 'cp -a .env secrets .git/kept/';
export const keepFiles = ({ clone }: Place) => clone.run(`rm -rf .git/kept && mkdir .git/kept && ${KEPT}`);
export const restoreFiles = ({ clone }: Place) => clone.run('rm -rf secrets && cp -a .git/kept/. .');

type Row = readonly [mistake: string, typed: string, names: RegExp];

const typed = (rows: readonly Row[], by?: Mistake['by']): Mistake[] =>
  rows.map(([mistake, command, names]) => ({
    ...{ mistake, names },
    ...(by && { by }),
    plant: ({ clone }: Place) => clone.run(command),
  }));
const without = (name: string) => `sed -i '/^${name}=/d' .env`;
const set = (name: string, value: string) => `${without(name)} && echo '${name}=${value}' >>.env`;
const secret = (name: string, value: string) => `printf %s '${value}' >secrets/${name}`;

const ACCOUNT = 'firebase_service_account';
/** Changes the account's file with a statement about `key`. */
const account = (statement: string) =>
  `node --no-warnings -e "const fs = require('node:fs'), file = 'secrets/${ACCOUNT}', key = JSON.parse(fs.readFileSync(file)); ${statement}; fs.writeFileSync(file, JSON.stringify(key))"`;
const NEW_KEY =
  "key.private_key = require('node:crypto').generateKeyPairSync('rsa', { modulusLength: 2048, privateKeyEncoding: { type: 'pkcs8', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } }).privateKey";

const configUrl = `https://identitytoolkit.googleapis.com/v2/projects/${OPERATOR_SETTINGS.FIREBASE_PROJECT_ID}/config?updateMask=signIn.email`;
const rulesUrl = `https://${DATABASE_HOST}/.settings/rules.json`;
const setRules = (rules: string) => (place: Place) => place.asAdministrator(rulesUrl, 'PUT', rules);
const publishRules = async (place: Place) =>
  setRules(await readFile(join(place.clone.path, 'infra/firebase/database.rules.json'), 'utf8'))(place);

const updateEndpoint =
  (change: (events: string[]) => Stripe.WebhookEndpointUpdateParams) =>
  async ({ dashboard }: Place) => {
    const [endpoint] = (await dashboard.webhookEndpoints.list()).data;
    if (endpoint) await dashboard.webhookEndpoints.update(endpoint.id, change(endpoint.enabled_events));
  };
const events = (enabled: string[]) => ({
  enabled_events: enabled as Stripe.WebhookEndpointUpdateParams.EnabledEvent[],
});
const setPrice =
  (active: boolean) =>
  async ({ dashboard }: Place) => {
    const { data } = await dashboard.prices.list({ lookup_keys: [planLookupKey(FIRST)] });
    for (const { id } of data) await dashboard.prices.update(id, { active });
  };

export const MISTAKES: readonly Mistake[] = [
  ...typed([
    ['HTTP as the public address', set('PUBLIC_URL', 'http://www.outharbor.test'), /PUBLIC_URL must begin/],
    ['a path in the public address', set('PUBLIC_URL', 'https://www.outharbor.test/shop'), /PUBLIC_URL/],
    ['an emulated project', set('FIREBASE_PROJECT_ID', 'demo-outharbor'), /FIREBASE_PROJECT_ID begins with/],
    ['another project', set('FIREBASE_PROJECT_ID', 'another'), /another/],
    ['no database', without('FIREBASE_DATABASE_URL'), /FIREBASE_DATABASE_URL is missing/],
    [
      'another database',
      set('FIREBASE_DATABASE_URL', 'https://a.firebaseio.com'),
      /FIREBASE_DATABASE_URL: the/,
    ],
    [
      'a Redis that is not there',
      set('REDIS_URL', 'redis://127.0.0.1:1'),
      /REDIS_URL: Redis does not answer/,
    ],
    ['a switch that is neither', set('STRIPE_AUTOMATIC_TAX', 'yes'), /STRIPE_AUTOMATIC_TAX/],
    ['a secret among the settings', set('DEPLOYMENT_ID', 'whsec_example'), /DEPLOYMENT_ID holds a secret/],
    ['no file with the key', 'rm secrets/stripe_secret_key', /stripe_secret_key/],
    ['an empty key', secret('stripe_secret_key', ''), /STRIPE_SECRET_KEY/],
    ['a test key', secret('stripe_secret_key', 'rk_test_1'), /STRIPE_SECRET_KEY is a test key/],
    [
      'a deleted Stripe key',
      secret('stripe_secret_key', 'rk_live_1'),
      /STRIPE_SECRET_KEY: Stripe does not know/,
    ],
    ['half a signing secret', secret('stripe_webhook_secret', 'abc'), /STRIPE_WEBHOOK_SECRET/],
    [
      "another endpoint's secret",
      secret('stripe_webhook_secret', `whsec_${'a'.repeat(32)}`),
      /STRIPE_WEBHOOK_SECRET: the site/,
    ],
    ['an account that is not JSON', secret(ACCOUNT, 'key'), /FIREBASE_SERVICE_ACCOUNT/],
    ['an account without an address', account('delete key.client_email'), /client_email/],
    ['an account with half a key', account('key.private_key = key.private_key.slice(0, 200)'), /private_key/],
    ['a deleted Google key', account(NEW_KEY), /FIREBASE_SERVICE_ACCOUNT: Google rejects the key/],
  ]),
  ...typed([['no release', without('IMAGE_TAG'), /IMAGE_TAG is missing/]], 'compose'),
  ...typed(
    [
      ['another widget', set('SCHEDULING_URL', 'https://example.com/me'), /SCHEDULING_URL/],
      ['every proxy', set('TRUSTED_PROXIES', '0.0.0.0/0'), /TRUSTED_PROXIES trusts every address/],
      ['a URL as a host', set('CHECKOUT_HOSTS', 'https://pay.example.com'), /CHECKOUT_HOSTS/],
      ['a secret that visitors see', set('FIREBASE_API_KEY', 'rk_live_1'), /FIREBASE_API_KEY holds a secret/],
    ],
    'start',
  ),
  {
    mistake: 'a sign-in method that is off',
    names: /the sign-in method: E-mail\/password is off/,
    plant: ({ asAdministrator }) =>
      asAdministrator(configUrl, 'PATCH', '{"signIn":{"email":{"enabled":false}}}'),
    undo: ({ asAdministrator }) =>
      asAdministrator(configUrl, 'PATCH', JSON.stringify({ signIn: PROJECT_SETTINGS.signIn })),
  },
  {
    mistake: 'open rules',
    names: /the database's rules: anybody can read all records/,
    plant: setRules('{"rules":{".read":true,".write":true}}'),
    undo: publishRules,
  },
  {
    mistake: 'rules that refuse the API',
    names: /the database's rules: they refuse the API/,
    plant: setRules('{"rules":{".read":false,".write":false}}'),
    undo: publishRules,
  },
  {
    mistake: 'a disabled endpoint',
    names: /the webhook endpoint: none is enabled/,
    plant: updateEndpoint(() => ({ disabled: true })),
    undo: updateEndpoint(() => ({ disabled: false })),
  },
  {
    mistake: 'an event that is not ticked',
    names: /the webhook endpoint: invoice\.paid is not sent/,
    plant: updateEndpoint((enabled) => events(enabled.filter((event) => event !== 'invoice.paid'))),
    undo: updateEndpoint((enabled) => events([...enabled, 'invoice.paid'])),
  },
  {
    mistake: 'an archived price',
    names: /the price \S+: none in Stripe/,
    plant: setPrice(false),
    undo: setPrice(true),
  },
  {
    mistake: 'a key without a permission',
    names: /STRIPE_SECRET_KEY: the key lacks Disputes: Read/,
    async plant({ clone, stage, permissions }) {
      const rest = permissions.filter((permission) => permission !== 'dispute_read');
      const key = 'rk_live_without';
      const kept = await clone.run('cat secrets/stripe_secret_key');
      await stage.stripe('POST', '/configure', {
        apiKeys: [
          { key: kept.trim(), permissions },
          { key, permissions: rest },
        ],
      });
      await clone.run(secret('stripe_secret_key', key));
    },
  },
];
