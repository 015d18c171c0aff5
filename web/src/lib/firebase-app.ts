import './firebase-defaults.ts';
import type { RuntimeConfig } from '@outharbor/contract/runtime-config';
import { type FirebaseApp, getApps, initializeApp } from 'firebase/app';
import { databaseAddress } from './database-address.ts';

export function firebaseApp({ firebase }: RuntimeConfig): FirebaseApp {
  const [existing] = getApps();
  if (existing) return existing;
  const { apiKey, projectId, authDomain } = firebase;
  return initializeApp({ apiKey, projectId, authDomain, databaseURL: databaseAddress(firebase, location) });
}
