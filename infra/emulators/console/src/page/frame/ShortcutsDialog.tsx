import { Modal } from '../parts/Modal.tsx';
import { Facts } from '../parts/Panel.tsx';
import { PLACES } from './places.ts';

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
      <Facts
        className="shortcuts"
        facts={[
          [<kbd key="/">/</kbd>, 'Search everything'],
          [<kbd key="?">?</kbd>, 'Show this list'],
          [<Keys key="jk" keys={['j', 'k']} />, 'The next and the previous row'],
          ...PLACES.map(({ key, title }) => [<Keys key={key} keys={['g', key]} />, title] as const),
        ]}
      />
      <div className="buttons">
        <button type="button" className="button plain" onClick={onClose}>
          Close
        </button>
      </div>
    </Modal>
  );
}

function Keys({ keys }: { readonly keys: readonly [string, string] }) {
  return (
    <>
      <kbd>{keys[0]}</kbd> <kbd>{keys[1]}</kbd>
    </>
  );
}
