/** A block of an article or answer. `**words**` inside a text are strong. */
export type Block = { readonly p: string } | { readonly ul: readonly string[] };

export interface TextRun {
  readonly text: string;
  readonly strong: boolean;
}

/** Splits `a **b** c` into runs; an unmatched `**` stays as it is written. */
export function textRuns(text: string): TextRun[] {
  return text
    .split(/\*\*(.+?)\*\*/)
    .map((part, index) => ({ text: part, strong: index % 2 === 1 }))
    .filter((run) => run.text !== '');
}
