import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { pageGuard } from './page-guard.ts';

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
    { origin: 'http://192.168.1.20:8081' },
    { origin: 'http://0.0.0.0:8000' },
    { origin: 'http://web:8080' },
    { origin: 'capacitor://localhost' },
    { origin: 'https://app.example.test' },
    { origin: 'https://shop.example:8443' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', referer: 'http://127.0.0.1:3000/' },
  ])('trusts %j', (headers) => {
    expect(guard.rejectPage({ host, ...headers })).toBeUndefined();
  });

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'http://evil.example:9000' },
    { origin: 'null' },
    { origin: 'http://203.0.113.9' },
    { origin: 'https://api.service.example' },
    { origin: 'chrome-extension://abcdefghijklmnop' },
    { origin: 'https://localhost.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site', referer: 'https://evil.example/' },
    { referer: 'http://evil.example/' },
  ])('rejects %j and names the setting', (headers) => {
    expect(guard.rejectPage({ host, ...headers })).toContain('allowedHosts');
  });

  it('trusts a page of the host that was called, since that is a known one', () => {
    expect(guard.rejectPage({ host: '203.0.113.9:9000', origin: 'http://203.0.113.9:3000' })).toBeUndefined();
  });
});
