interface InlinePictureProps {
  readonly className: string;
  /** Markup of one of our own SVG files. */
  readonly svg: string;
  readonly alt: string;
}

/** A picture that is painted with the text and takes its colours from the page. */
export function InlinePicture({ className, svg, alt }: InlinePictureProps) {
  return (
    <div
      className={className}
      role="img"
      aria-label={alt}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file, put in at build
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}
