import { type Controlled, get, type Operations, post } from '@outharbor/emulator-kit/control-operations';
import * as json from '@outharbor/emulator-kit/json-reader';
import type { Control } from './control-types.ts';

export const OPERATIONS: Operations<Control, keyof Controlled> = {
  coverage: get('coverage'),
  switches: get('switches'),
  setSwitches: post('switches', json.object({ rejectWrites: json.optional(json.flag) })),
};
