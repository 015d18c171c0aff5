/** Runs in the sign-in page. The ids and classes of the page are those of the official emulator. */
export const SIGN_IN_SCRIPT = `
const query = new URLSearchParams(location.search);
const providerId = query.get('providerId');
const authType = query.get('authType') || '';
const { accounts, addresses, verifies, problem } = JSON.parse(document.getElementById('state').textContent);
const element = (id) => document.getElementById(id);

function finish(urlResponse, error) {
  const authEvent = {
    type: authType,
    eventId: query.get('eventId'),
    urlResponse,
    sessionId: 'unused',
    postBody: '',
    tenantId: query.get('tid'),
    error,
  };
  if (/popup/i.test(authType)) sendToFrame(authEvent);
  else returnToApp(authEvent);
}

function sendToFrame(authEvent) {
  const frames = window.opener ? [...Array(window.opener.length).keys()].map((at) => window.opener[at]) : [];
  const frame = frames.find(isOfApp);
  if (!frame) return show('The page that opened this popup has no frame of the web SDK.');
  frame.postMessage({ eventType: 'sendAuthEvent', data: { authEvent } }, location.origin);
}

function isOfApp(frame) {
  try {
    const its = new URLSearchParams(frame.location.search);
    return ['apiKey', 'appName'].every((name) => its.get(name) === query.get(name));
  } catch {
    return false; // a frame of another origin
  }
}

function returnToApp(authEvent) {
  const target = query.get('redirectUrl') || '';
  if (!/^https?:/.test(target)) {
    return show('The identity emulator supports this page in browsers only. Use signInWithCredential instead.');
  }
  const key = 'firebase:redirectEvent:' + query.get('apiKey') + ':' + query.get('appName');
  sessionStorage.setItem(key, JSON.stringify(authEvent));
  location.href = target;
}

function signIn(claims) {
  const url = new URL(location.pathname, location.origin);
  url.searchParams.set('providerId', providerId);
  const idToken = { email_verified: verifies, ...claims, iss: '', aud: '', exp: 0, iat: 0 };
  url.searchParams.set('id_token', JSON.stringify(idToken));
  if (providerId.startsWith('saml.')) {
    const assertion = { subject: { nameId: claims.email || claims.sub } };
    url.searchParams.set('SAMLResponse', JSON.stringify({ assertion }));
  }
  finish(url.href, null);
}

function show(text) {
  element('problem').textContent = text;
}

function addAccount(account) {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.className = 'js-reuse-account';
  button.textContent = [account.name, account.email].filter(Boolean).join(', ') || account.sub;
  button.addEventListener('click', () => signIn(account));
  item.append(button);
  element('accounts').append(item);
}

function showForm(visible) {
  element('add-user').hidden = !visible;
  element('accounts-list').hidden = visible;
  if (visible) element('email-input').focus();
}

function fillIn() {
  const number = Math.floor(Math.random() * 10000);
  element('email-input').value = 'person.' + number + '@example.com';
  element('display-name-input').value = 'Person ' + number;
  element('screen-name-input').value = 'person_' + number;
}

function submit(event) {
  event.preventDefault();
  const given = (id) => element(id).value || undefined;
  signIn({
    sub: Array.from(crypto.getRandomValues(new Uint8Array(40)), (byte) => byte % 10).join(''),
    email: given('email-input'),
    email_verified: element('email-verified').checked,
    name: given('display-name-input'),
    screen_name: given('screen-name-input'),
    picture: given('profile-photo-input'),
  });
}

function cancel() {
  finish(null, { code: 'auth/user-cancelled', message: 'The person cancelled the sign-in.' });
}

/** What the app asks for: parameters of the provider, such as \`login_hint\`. */
function readHint() {
  try {
    return JSON.parse(query.get('customParameters')).login_hint || '';
  } catch {
    return '';
  }
}

document.querySelectorAll('.js-provider-id').forEach((each) => { each.textContent = providerId; });
document.querySelectorAll('.js-cancel').forEach((each) => { each.addEventListener('click', cancel); });
accounts.forEach(addAccount);
element('addresses').append(...addresses.map((address) => new Option(address)));
element('email-verified').checked = verifies;
element('email-input').value = readHint();
element('add-account-button').addEventListener('click', () => showForm(true));
element('back-button').addEventListener('click', () => showForm(false));
element('autogen-button').addEventListener('click', fillIn);
element('main-form').addEventListener('submit', submit);
if (problem) {
  element('accounts-list').hidden = true;
  show(problem);
  finish(null, { code: 'auth/operation-not-allowed', message: problem });
}
`;
