/** A paragraph, or a list of items. `**words**` are rendered as strong text. */
export type Block = string | readonly string[];

/** Splits `a **b** c` into runs; an unmatched `**` is kept literally. */
export function textRuns(text: string) {
  return text
    .split(/\*\*(.+?)\*\*/)
    .map((part, index) => ({ text: part, strong: index % 2 === 1 }))
    .filter((run) => run.text !== '');
}
