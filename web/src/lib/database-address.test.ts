import { expect, it } from 'vitest';
import { databaseAddress } from './database-address.ts';

const FIREBASE = {
  apiKey: 'key',
  projectId: 'p',
  authDomain: 'p.firebaseapp.com',
  databaseNamespace: 'p-ns',
};
const addressFor = (databaseUrl: string | null, page: string) =>
  databaseAddress({ ...FIREBASE, databaseUrl }, new URL(page));

it.each([
  ['https://p-ns.firebaseio.com', 'wss://p-ns.firebaseio.com'],
  ['https://p-ns.europe-west1.firebasedatabase.app', 'wss://p-ns.europe-west1.firebasedatabase.app'],
])('connects to the live database at %s by WebSocket', (databaseUrl, address) => {
  expect(addressFor(databaseUrl, 'https://www.example.com/login')).toBe(address);
});

it.each([
  ['http://localhost:8080/login', 'ws://localhost:8080?ns=p-ns'],
  ['https://rehearsal.example.com/login', 'wss://rehearsal.example.com?ns=p-ns'],
])('connects to the emulated database by WebSocket on the origin of %s', (page, address) => {
  expect(addressFor(null, page)).toBe(address);
});
