import type { BENEFITS } from '../../content/home.ts';
import { Icon } from '../Icon.tsx';

export function Benefits({ title, items }: typeof BENEFITS) {
  return (
    <section className="benefits later" aria-labelledby="benefits-title">
      <h2 id="benefits-title">{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.title}>
            <Icon name={item.icon} />
            <h3>{item.title}</h3>
            <p>{item.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
