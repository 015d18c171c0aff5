interface InlinePictureProps {
  readonly className: string;
  /** Markup of an SVG file in this repository. */
  readonly svg: string;
  readonly alt: string;
}

/** An inline picture: painted together with the text, in the page's colours. */
export function InlinePicture({ className, svg, alt }: InlinePictureProps) {
  return (
    <div
      className={className}
      role="img"
      aria-label={alt}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a trusted file, inlined at build time
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}
