import { NavLink } from 'react-router-dom';
import { addressOf } from '../parts/Go.tsx';
import { useConsole } from '../state/console-context.ts';
import { PLACES } from './places.ts';

export function Navigation() {
  const { overview } = useConsole();
  return (
    <nav className="places" aria-label="Places">
      <ul>
        {PLACES.map(({ path, title, area }) => (
          <li key={path}>
            <NavLink to={addressOf([path])} end={path === ''}>
              {title}
              {area && <small>{overview.counts[area]}</small>}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
