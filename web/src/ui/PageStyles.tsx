interface PageStylesProps {
  /** Unique among all sheets. */
  readonly name: string;
  /** The text of the sheet, minified. */
  readonly css: string;
}

/**
 * A style sheet that stands in the head of the prerendered page, or is put there once when first needed. Layers decide
 * between sheets; sheets of one precedence would share an element, whose hash the policy does not know.
 */
export function PageStyles({ name, css }: PageStylesProps) {
  return (
    <style href={name} precedence={name}>
      {css}
    </style>
  );
}
