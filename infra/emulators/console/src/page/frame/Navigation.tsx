import type { Area } from '../../rows.ts';
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
        {PLACES.map(({ path, title }) => (
          <li key={path}>
            <Go to={[path]} current={path === place}>
              {title}
              {path in overview.counts && <small>{overview.counts[path as Area]}</small>}
            </Go>
          </li>
        ))}
      </ul>
    </nav>
  );
}
