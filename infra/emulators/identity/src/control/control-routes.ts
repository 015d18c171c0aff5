import {
  type Controlled,
  get,
  type Operations,
  post,
  remove,
} from '@outharbor/emulator-kit/control-operations';
import * as json from '@outharbor/emulator-kit/json-reader';
import type { Control } from './control-types.ts';

export type SpecialOperation = 'now' | 'advanceTime';

export const OPERATIONS: Operations<Control, SpecialOperation | keyof Controlled> = {
  mails: get('mails', 'mails'),
  accountChanges: get('changes/accounts/:since'),
  clock: get('clock'),
  rotateKeys: post('keys/rotate'),
  configure: post('configure', json.anyObject),
  switches: get('switches'),
  setSwitches: post('switches', json.object({ answerDelayMs: json.optional(json.integer(0, 60_000)) })),
  serviceAccount: get('service-account'),
  addServiceAccountKey: post('service-account/keys'),
  deleteServiceAccountKey: remove('service-account/keys/:id'),
};
