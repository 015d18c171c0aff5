import type { SyntheticEvent } from 'react';

interface PictureProps {
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  /** False for pictures that are initially in view. */
  readonly lazy?: boolean;
}

/** The dark view of the file: WebKit does not expose the page theme to SVG images. */
const darkView = (src: string) => (src.includes('#') ? `${src}-dark` : `${src}#dark`);

/** Offline, leaves the space empty instead of showing a broken image. */
const hide = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
  currentTarget.style.visibility = 'hidden';
};

export function Picture({ src, alt, width, height, lazy = true }: PictureProps) {
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcSet={darkView(src)} />
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
