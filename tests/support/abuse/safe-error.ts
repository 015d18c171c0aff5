import { ErrorResponse } from '@outharbor/contract/schemas';
import { Compile } from 'typebox/compile';

const errorShape = Compile(ErrorResponse);
const LEAKS =
  /\bat .+:\d+:\d+|node_modules|\/(?:work|srv|app|home|usr|tmp)\/|[sr]k_(?:test|live)_|whsec_|eyJ[\w-]+\.|Bearer /;

/** Throws if an error response is large, malformed, or leaks a stack trace, path or secret. */
export function assertSafeError(status: number, text: string): void {
  const fault =
    (text.length > 4096 && 'is larger than 4 kB') ||
    (LEAKS.test(text) && 'leaks internals') ||
    (!errorShape.Check(JSON.parse(text)) && 'does not match the error schema');
  if (fault) throw new Error(`the answer ${status} ${fault}: ${text.slice(0, 500)}`);
}
