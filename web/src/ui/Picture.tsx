import type { SyntheticEvent } from 'react';

interface PictureProps {
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  /** False for a picture that is in view at once. */
  readonly lazy?: boolean;
}

/** The part of the file that is drawn in dark colours: WebKit does not tell an image which theme the page has. */
const darkPartOf = (src: string) => (src.includes('#') ? `${src}-dark` : `${src}#dark`);

/** Without a network the error page has no picture: its place stays empty rather than show a broken one. */
const hide = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
  currentTarget.style.visibility = 'hidden';
};

/** One of our own SVG files in the colours of the theme. */
export function Picture({ src, alt, width, height, lazy = true }: PictureProps) {
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcSet={darkPartOf(src)} />
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        loading={lazy ? 'lazy' : 'eager'}
        decoding="async"
        onError={hide}
      />
    </picture>
  );
}
