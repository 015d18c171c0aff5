import { BRAND } from '../content/brand.ts';

/** What a visitor without script reads in place of what needs it, and where to write instead. */
export function ScriptNotice({ text }: { readonly text: string }) {
  return (
    <noscript>
      <p className="notice">
        {text} <a href={`mailto:${BRAND.email}`}>{BRAND.email}</a>
      </p>
    </noscript>
  );
}
