import { Go } from '../parts/Go.tsx';
import { useAddress } from '../state/address.ts';
import { useConsole } from '../state/console-context.ts';
import { PLACES } from './places.ts';

export function Navigation() {
  const { overview } = useConsole();
  const { place } = useAddress();
  return (
    <nav className="places" aria-label="Places">
      <ul>
        {PLACES.map(({ path, title, area }) => (
          <li key={path}>
            <Go to={[path]} current={path === place}>
              {title}
              {area && <small>{overview.counts[area]}</small>}
            </Go>
          </li>
        ))}
      </ul>
    </nav>
  );
}
