import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { pageGuard } from './page-guard.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15';

const guard = pageGuard({
  allowedHosts: ['app.example.test', '.tunnel.example'],
  serviceHosts: /^api\.service\.example$/,
  publicUrls: () => ['https://shop.example:8443', null, undefined],
});

describe('rejectHost', () => {
  it.each([
    undefined,
    'localhost:9000',
    'LOCALHOST.:9000',
    'app.localhost',
    '127.0.0.1:9000',
    '[::1]:9000',
    '10.0.2.2:9000',
    '203.0.113.9',
    'firebase:9000',
    'host.docker.internal:9000',
    'firebase.stage.svc.cluster.local:9000',
    `${hostname()}:9000`,
    'app.example.test:3000',
    'a.b.tunnel.example',
    'shop.example',
    'api.service.example',
  ])('answers %s', (host) => {
    expect(guard.rejectHost({ host })).toBeUndefined();
  });

  it.each([
    'evil.example:9000',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'other.example.test',
    'x.app.example.test',
    'eviltunnel.example',
    'api.service.example.evil.example',
  ])('rejects %s and names the setting', (host) => {
    expect(guard.rejectHost({ host })).toContain('allowedHosts');
  });
});

describe('rejectPage', () => {
  const host = 'localhost:9000';

  it.each([
    {},
    { origin: 'http://localhost:3000' },
    { origin: 'https://127.0.0.1:5173' },
    { origin: 'http://[::1]:3000' },
    { origin: 'http://0.0.0.0:8000' },
    { origin: `http://${hostname()}:8080` },
    { origin: 'capacitor://localhost' },
    { origin: 'https://app.example.test' },
    { origin: 'https://shop.example:8443' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'user-agent': BROWSER },
    { 'user-agent': 'curl/8.0', authorization: 'Basic c2s6' },
    { 'sec-fetch-site': 'cross-site', referer: 'http://127.0.0.1:3000/' },
  ])('trusts %j', (headers) => {
    expect(guard.rejectPage({ host, ...headers })).toBeUndefined();
  });

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'http://evil.example:9000' },
    { origin: 'null' },
    { origin: 'http://203.0.113.9' },
    { origin: 'http://192.168.1.1' },
    { origin: 'http://10.0.0.1:8081' },
    { origin: 'http://169.254.1.1' },
    { origin: 'http://[fe80::1]' },
    { origin: 'http://router' },
    { origin: 'http://host.docker.internal' },
    { 'user-agent': BROWSER, authorization: 'Basic c2s6' },
    { origin: 'https://api.service.example' },
    { origin: 'chrome-extension://abcdefghijklmnop' },
    { origin: 'https://localhost.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site', referer: 'https://evil.example/' },
    { referer: 'http://evil.example/' },
  ])('rejects %j and says what helps', (headers) => {
    expect(guard.rejectPage({ host, ...headers })).toMatch(/allowedHosts|Authorization header/);
  });

  it('rejects a page of another subdomain that hides its name', () => {
    const headers = { host: 'a.tunnel.example', 'sec-fetch-site': 'same-site' };
    expect(guard.rejectPage(headers)).toContain('allowedHosts');
  });

  it.each([
    { origin: 'http://router:9000' },
    { referer: 'http://router:9000/' },
    { 'user-agent': BROWSER, authorization: 'Bearer owner' },
  ])(
    'rejects %j to a name that only the local network knows, and the page may have redirected',
    (headers) => {
      expect(guard.rejectPage({ host: 'router:9000', ...headers })).toContain('allowedHosts');
      expect(guard.rejectPage({ host: 'router:9000', authorization: 'Bearer owner' })).toBeUndefined();
    },
  );

  it('trusts a page of the host that was called, since that is a known one', () => {
    expect(guard.rejectPage({ host: '203.0.113.9:9000', origin: 'http://203.0.113.9:3000' })).toBeUndefined();
  });
});

describe('rejectUrl', () => {
  it.each([
    [{}, true, false],
    [{ 'user-agent': 'curl/8.0' }, true, false],
    [{ 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) PowerShell/7.5' }, true, false],
    [{ 'user-agent': BROWSER }, false, false],
    [{ 'user-agent': BROWSER, 'sec-fetch-site': 'none' }, true, true],
    [{ 'user-agent': BROWSER, referer: 'http://localhost:3000/' }, true, true],
    [{ 'user-agent': BROWSER, referer: 'http://192.168.1.1/' }, false, false],
    [{ 'sec-fetch-site': 'cross-site' }, false, false],
  ])('%j: trusted %s, and where only browsers ask %s', (headers, trusted, ofBrowser) => {
    const isTrusted = (onlyBrowsers: boolean) =>
      guard.rejectUrl({ host: '0.0.0.0:9000', ...headers }, onlyBrowsers) === undefined;
    expect([isTrusted(false), isTrusted(true)]).toEqual([trusted, ofBrowser]);
  });
});
