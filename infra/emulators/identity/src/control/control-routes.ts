import { get, type Operations, post } from '@outharbor/emulator-kit/control-operations';
import { anyObject } from '@outharbor/emulator-kit/json-reader';
import type { Control } from './control-types.ts';

export type SpecialOperation = 'now' | 'advanceTime';

export const OPERATIONS: Operations<Control, SpecialOperation | 'reset' | 'settle' | 'state'> = {
  mails: get('mails', 'mails'),
  clock: get('clock'),
  rotateKeys: post('keys/rotate'),
  configure: post('configure', anyObject),
  serviceAccount: get('service-account'),
};
