import type { PlanFeature } from '@outharbor/contract/plans';
import { Icon } from '../../ui/Icon.tsx';

export function FeatureList({ features }: { readonly features: readonly PlanFeature[] }) {
  return (
    <ul className="features">
      {features.map(({ text, available }) => (
        <li key={text} className={available ? 'feature' : 'feature feature-missing'}>
          <Icon name={available ? 'check' : 'cross'} label={available ? 'Included' : 'Not included'} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
