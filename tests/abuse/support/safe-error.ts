import { ErrorResponse } from '@outharbor/contract/schemas';
import { Compile } from 'typebox/compile';

const errorShape = Compile(ErrorResponse);
const GIVEN_AWAY =
  /\bat .+:\d+:\d+|node_modules|\/(?:work|srv|app|home|usr|tmp)\/|[sr]k_(?:test|live)_|whsec_|eyJ[\w-]+\.|Bearer /;

/** No error may be large, of another shape, or tell of stacks, paths or secrets. */
export function assertSafeError(status: number, text: string): void {
  const fault =
    (text.length > 4096 && 'is larger than 4 kB') ||
    (GIVEN_AWAY.test(text) && 'gives something away') ||
    (!errorShape.Check(JSON.parse(text)) && 'is not of the one shape');
  if (fault) throw new Error(`the answer ${status} ${fault}: ${text.slice(0, 500)}`);
}
