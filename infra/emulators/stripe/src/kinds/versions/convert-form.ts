import type { FormObject, FormValue } from '../params/form.ts';

export type Conversion = (form: FormObject) => FormObject;

/** Converts a part of a form, if there is one. */
export const within =
  (name: string, convert: Conversion): Conversion =>
  (form) => {
    const part = form[name];
    return typeof part === 'object' ? { ...form, [name]: convert(part) } : form;
  };

/** Converts each object of a list. */
export const each =
  (convert: Conversion): Conversion =>
  (list) =>
    Object.fromEntries(
      Object.entries(list).map(([index, one]): [string, FormValue] => [
        index,
        typeof one === 'object' ? convert(one) : one,
      ]),
    );
