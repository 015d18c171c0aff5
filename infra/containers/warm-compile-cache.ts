import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * `node warm-compile-cache.ts <bundle> <folder>` starts the bundled API once, without its dependencies, to
 * fill Node's compile cache. The cache is keyed by user id and path, so run this as the user and at the path
 * of the API.
 */
const [bundle = '', folder = ''] = process.argv.slice(2);

const EMULATED = {
  PUBLIC_URL: 'http://localhost:8080',
  FIREBASE_PROJECT_ID: 'demo-outharbor',
  FIREBASE_DATABASE_URL: 'http://127.0.0.1:1?ns=demo-outharbor-default-rtdb',
  FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1',
  STRIPE_API_URL: 'http://127.0.0.1:1',
  STRIPE_SECRET_KEY: 'sk_test_emulated',
  STRIPE_WEBHOOK_SECRET: 'whsec_emulated',
  METRICS_PORT: '0',
  PORT: '0',
};

const api = spawn(process.execPath, [bundle], {
  env: { ...process.env, ...EMULATED, NODE_COMPILE_CACHE: folder },
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
});
// Sent once the API listens; a failed start sends no message.
api.once('message', () => api.kill('SIGTERM'));
const [code] = await once(api, 'exit');
process.exitCode = code === 0 ? 0 : 1;
