import type { JsonObject } from '../../description/json-object.ts';
import type { Context } from '../../kinds/context.ts';
import type { FormObject } from '../../kinds/params/form.ts';

/** Converts an object to its shape before the change. */
type Rewrite = (context: Context, object: JsonObject) => JsonObject;

/** The parts of a Stripe API version change that the emulator implements. */
export interface VersionChange {
  /** The first version with the change. */
  readonly since: string;
  /** Keyed by the `object` field. */
  readonly objects: Readonly<Record<string, Rewrite>>;
  /** Keyed by method and path: converts parameters from the older form. */
  readonly params?: Readonly<Record<string, (form: FormObject) => FormObject>>;
}
