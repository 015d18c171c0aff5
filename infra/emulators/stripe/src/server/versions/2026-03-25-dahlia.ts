import type { VersionChange } from '../../kinds/context.ts';
import type { FormObject } from '../../kinds/params/form.ts';

const NAMES = [
  { former: 'hosted', newer: 'hosted_page' },
  { former: 'embedded', newer: 'embedded_page' },
  { former: 'custom', newer: 'elements' },
];

function newerUiMode(form: FormObject): FormObject {
  const { ui_mode: mode, ...rest } = form;
  return mode === undefined
    ? form
    : { ...rest, ui_mode: NAMES.find(({ former }) => former === mode)?.newer ?? mode };
}

/** Renames the values of `ui_mode`. */
export const DAHLIA: VersionChange = {
  since: '2026-03-25.dahlia',
  objects: {
    'checkout.session': (_context, session) => ({
      ...session,
      ui_mode: NAMES.find(({ newer }) => newer === session.ui_mode)?.former ?? session.ui_mode,
    }),
  },
  params: { 'POST /v1/checkout/sessions': newerUiMode },
};
