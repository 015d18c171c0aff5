import { Modal } from './Modal.tsx';

interface Props {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ title, text, action, onConfirm, onClose }: Props) {
  return (
    <Modal title={title} onClose={onClose}>
      <p>{text}</p>
      <div className="buttons">
        <button type="button" className="button danger" onClick={onConfirm}>
          {action}
        </button>
        <button type="button" className="button plain" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Modal>
  );
}
