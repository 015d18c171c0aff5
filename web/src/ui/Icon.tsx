import { ICON_PATHS, type IconName } from '../icons/icon-paths.ts';

interface IconProps {
  readonly name: IconName;
  /** Accessible name if no adjacent text has the meaning; without it the icon is decorative. */
  readonly label?: string;
}

export function Icon({ name, label }: IconProps) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      role={label && 'img'}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
