import type { Context } from '../../context.ts';
import type { JsonObject } from '../../json-object.ts';
import type { FormObject } from '../../params/form.ts';

/** Gives an object the shape that it had before the change. */
export type Rewrite = (context: Context, object: JsonObject) => JsonObject;

/** What one version of Stripe's API changed, as far as the emulator shows or reads it. */
export interface VersionChange {
  /** The first version with the change. */
  readonly since: string;
  /** By the value of the field `object`. */
  readonly objects: Readonly<Record<string, Rewrite>>;
  /** By method and path: parameters as they were before the change, in the words of this version. */
  readonly params?: Readonly<Record<string, (form: FormObject) => FormObject>>;
}
