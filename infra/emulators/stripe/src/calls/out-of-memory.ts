import { scarcity } from '@outharbor/emulator-kit/memory-watch';
import { ApiError } from '../description/api-error.ts';
import type { Settings } from '../kinds/context.ts';

/** The answer to what would create objects when memory is nearly full, instead of being killed for it; null otherwise. */
export function outOfMemory({ memory }: Pick<Settings, 'memory'>): ApiError | null {
  if (!memory.isFull()) return null;
  const message = `The Stripe emulator is nearly out of memory. ${scarcity(memory.reading)}.`;
  return new ApiError(503, 'api_error', message, {}, true);
}
