import { Modal } from '../parts/Modal.tsx';
import { PLACES } from './places.ts';

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
      <dl className="shortcuts">
        <div>
          <dt>
            <kbd>/</kbd>
          </dt>
          <dd>Search everything</dd>
        </div>
        <div>
          <dt>
            <kbd>?</kbd>
          </dt>
          <dd>Show this list</dd>
        </div>
        <div>
          <dt>
            <kbd>j</kbd> <kbd>k</kbd>
          </dt>
          <dd>The next and the previous row</dd>
        </div>
        {PLACES.map(({ key, title }) => (
          <div key={key}>
            <dt>
              <kbd>g</kbd> <kbd>{key}</kbd>
            </dt>
            <dd>{title}</dd>
          </div>
        ))}
      </dl>
      <div className="buttons">
        <button type="button" className="button plain" onClick={onClose}>
          Close
        </button>
      </div>
    </Modal>
  );
}
