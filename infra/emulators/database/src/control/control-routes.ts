import { get, type Operations } from '@outharbor/emulator-kit/control-operations';
import type { Control } from './control-types.ts';

export const OPERATIONS: Operations<Control, 'reset' | 'settle' | 'state'> = {
  coverage: get('coverage'),
};
