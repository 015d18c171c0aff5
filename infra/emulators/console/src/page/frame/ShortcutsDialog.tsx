import { Modal } from '../parts/Modal.tsx';
import { Facts } from '../parts/Panel.tsx';
import { PLACES } from './places.ts';

const keys = (...all: string[]) => all.map((key) => [<kbd key={key}>{key}</kbd>, ' ']);

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
      <Facts
        className="shortcuts"
        facts={[
          [keys('/'), 'Search everything'],
          [keys('?'), 'Show this list'],
          [keys('j', 'k'), 'The next and the previous row'],
          ...PLACES.map(({ key, title }) => [keys('g', key), title] as const),
        ]}
      />
    </Modal>
  );
}
