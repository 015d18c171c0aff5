/**
 * The invisible frame that the web SDK opens in an app's page. It passes the result of a popup or redirect from
 * the sign-in page to the SDK, in the protocol of Google's `gapi.iframes`, which the SDK loads as well.
 */
export const IFRAME_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Identity emulator: frame for sign-in results</title>
<script>
const query = new URLSearchParams(location.search);
const storageKey = 'firebase:redirectEvent:' + query.get('apiKey') + ':' + query.get('appName');
const noEvent = { type: 'unknown', error: { code: 'auth/no-auth-event' } };
let app;

function pass(authEvent) {
  const message = { type: 'authEvent', authEvent: authEvent || noEvent };
  app.send('authEvent', message, () => {}, gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER);
}

function passStored() {
  const stored = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  pass(JSON.parse(stored));
}

addEventListener('message', ({ origin, data }) => {
  if (origin !== location.origin || data.eventType !== 'sendAuthEvent') return;
  if (app) return pass(data.data.authEvent);
  sessionStorage.setItem(storageKey, JSON.stringify(data.data.authEvent));
});

window.gapi_onload = () => gapi.load('gapi.iframes', {
  callback() {
    app = gapi.iframes.getContext().getParentIframe();
    // The SDK opens no popup without this answer.
    const supported = () => ({ status: 'ACK', webStorageSupport: true });
    app.register('webStorageSupport', supported, gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER);
    passStored();
  },
  timeout: 10000,
  ontimeout() { console.error('The identity emulator needs gapi.iframes from apis.google.com.'); },
});
</script>
<script src="https://apis.google.com/js/api.js"></script>
`;
