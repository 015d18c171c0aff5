interface PageStylesProps {
  /** Unique among all sheets. */
  readonly name: string;
  /** The text of the sheet, minified. */
  readonly css: string;
  /** The shell's sheet stands before the page's. */
  readonly of?: 'shell' | 'page';
}

/** A style sheet that stands in the head of the prerendered page, or is put there once when first needed. */
export function PageStyles({ name, css, of = 'page' }: PageStylesProps) {
  return (
    <style href={name} precedence={of}>
      {css}
    </style>
  );
}
