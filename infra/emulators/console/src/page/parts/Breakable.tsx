import { Fragment } from 'preact';

/**
 * A name or a path that breaks after its punctuation rather than within a word. Three lines of it are shown, and all of
 * it on focus and on hover.
 */
export function Breakable({ text }: { readonly text: string }) {
  return (
    <span className="clip" title={text.length > 100 ? text : undefined}>
      {Array.from(text.matchAll(/[^@._/]*[@._/]*/g), ({ 0: part, index: from }) => (
        <Fragment key={from}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}
