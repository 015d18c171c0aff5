import { Fragment } from 'preact';

/** A name or a path that breaks after its punctuation rather than within a word. */
export function Breakable({ text }: { readonly text: string }) {
  return Array.from(text.matchAll(/[^@._/]*[@._/]*/g), ({ 0: part, index: from }) => (
    <Fragment key={from}>
      {part}
      <wbr />
    </Fragment>
  ));
}
