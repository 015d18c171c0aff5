import { initializeApp } from 'firebase/app';
import { connectDatabaseEmulator, forceLongPolling, getDatabase, ref, set } from 'firebase/database';

const query = new URLSearchParams(location.search);
const isOwn = query.has('own');
const SECRET = '/secret.json?ns=demo&';
const ACCOUNTS = '/identitytoolkit.googleapis.com/v1/projects/demo-project/accounts';
const BASIC = 'sk_test_emulated:x@';

/** What changes something if its sender is the administrator. */
const WRITES: readonly (readonly [service: string, path: string, user?: string])[] = [
  ['database', '/written.json?ns=demo&auth=owner'],
  ['database', '/written.json?ns=demo&access_token=owner'],
  ['database', '/secret.json?ns=demo&auth=owner&x-http-method-override=DELETE'],
  ['identity', ACCOUNTS],
  ['stripe', '/v1/customers', BASIC],
  ['scheduling', '/webhook_subscriptions'],
  ['console', '/console/actions/reset'],
  ['databaseControl', '/_emulator/reset'],
  ['identityControl', '/_emulator/reset'],
  ['stripeControl', '/_emulator/reset'],
];

/** Resolves when the element has loaded or failed. */
function insert(tag: 'script' | 'img' | 'iframe', attributes: Record<string, string>): Promise<void> {
  return new Promise((resolve) => {
    const element = Object.assign(document.createElement(tag), attributes);
    element.onload = element.onerror = () => resolve();
    document.body.append(element);
  });
}

let calls = 0;

/** What the emulators at `host` let a page read, by each of its means; undefined for nothing. */
async function attempt(host: string): Promise<Record<string, unknown>> {
  const at = (service: string, path: string, user = '') =>
    `http://${user}${host}:${query.get(service)}${path}`;
  const text = (path: string, options?: RequestInit) =>
    fetch(at('database', path), options).then(
      (answer) => (answer.ok ? answer.text() : undefined),
      () => undefined,
    );
  const byScript = async (credential: string) => {
    const callback = `got${++calls}`;
    let got: unknown;
    Object.assign(window, { [callback]: (value: unknown) => (got = value) });
    await insert('script', { src: at('database', `${SECRET}${credential}&callback=${callback}`) });
    return got;
  };
  const bySocket = new Promise((resolve) => {
    const socket = new WebSocket(at('database', '/.ws?v=5&ns=demo').replace('http', 'ws'));
    socket.onopen = () =>
      socket.send(JSON.stringify({ t: 'd', d: { r: 1, a: 'gauth', b: { cred: 'owner' } } }));
    socket.onmessage = ({ data }) => {
      const { d } = JSON.parse(data);
      if (d.r === 1) resolve(d.b.s === 'ok' ? 'owner' : undefined);
    };
    socket.onerror = socket.onclose = () => resolve(undefined);
  });
  const byLongPolling = () => {
    const app = initializeApp({ projectId: 'demo', databaseURL: 'https://demo.firebaseio.com' }, host);
    const database = getDatabase(app);
    connectDatabaseEmulator(database, host, Number(query.get('database')), { mockUserToken: 'owner' });
    return Promise.race([
      set(ref(database, 'polled'), 1).then(
        () => 'written',
        () => undefined,
      ),
      new Promise((resolve) => setTimeout(resolve, isOwn ? 60_000 : 5_000)),
    ]);
  };
  const [access_token, auth, fetched, authorized, socket, polled] = await Promise.all([
    ...[byScript('access_token=owner'), byScript('auth=owner'), text(`${SECRET}auth=owner`)],
    ...[text(SECRET, { headers: { authorization: 'Bearer owner' } }), bySocket, byLongPolling()],
  ]);
  if (!isOwn)
    for (const [service, path, user] of WRITES) await write(at(service, path, user), at(service, path));
  return { access_token, auth, fetched, authorized, socket, polled };
}

/** By an image, a form and a script. */
async function write(url: string, withoutUser: string): Promise<void> {
  await insert('img', { src: url });
  const name = `frame${++calls}`;
  await insert('iframe', { name });
  const attributes = { action: url, method: 'POST', enctype: 'text/plain', target: name };
  const form = Object.assign(document.createElement('form'), attributes);
  form.append(Object.assign(document.createElement('input'), { name: '{"a":"', value: '"}' }));
  document.body.append(form);
  form.submit();
  await fetch(withoutUser, { method: 'POST', mode: 'no-cors', body: '{"a":1}' }).catch(() => undefined);
  await fetch(withoutUser, { method: 'DELETE' }).catch(() => undefined);
}

/** Once more in a frame without an origin. */
function attemptInFrame(): Promise<object> {
  const answered = new Promise<object>((resolve) =>
    addEventListener('message', ({ data }) => data.framed && resolve(data)),
  );
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-forms');
  frame.src = `${location.href}&framed`;
  document.body.append(frame);
  return answered;
}

forceLongPolling();
const hosts = query.getAll('host');
const found = Object.fromEntries(await Promise.all(hosts.map(async (host) => [host, await attempt(host)])));
if (query.has('framed')) parent.postMessage({ framed: found }, '*');
else document.title = JSON.stringify({ ...found, ...(isOwn ? {} : await attemptInFrame()) });
