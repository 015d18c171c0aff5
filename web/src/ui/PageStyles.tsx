interface PageStylesProps {
  /** Unique among all style sheets. */
  readonly name: string;
  /** Minified style sheet. */
  readonly css: string;
}

/**
 * A style sheet in the head of the prerendered page, or added there on first use. React merges sheets of
 * equal precedence into one element, whose hash the content security policy lacks. Layers order the sheets.
 */
export function PageStyles({ name, css }: PageStylesProps) {
  return (
    <style href={name} precedence={name}>
      {css}
    </style>
  );
}
