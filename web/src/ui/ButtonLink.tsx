import { Link } from 'react-router-dom';
import { Icon } from './Icon.tsx';

interface ButtonLinkProps {
  readonly to: string;
  readonly label: string;
  readonly tone?: 'primary' | 'quiet';
  readonly size?: 'regular' | 'large';
}

export function ButtonLink({ to, label, tone = 'primary', size = 'regular' }: ButtonLinkProps) {
  return (
    <Link className={`button button-${tone} button-${size}`} to={to}>
      {label}
      {size === 'large' && <Icon name="arrow" />}
    </Link>
  );
}
