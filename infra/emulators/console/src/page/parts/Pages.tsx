interface PagesProps {
  readonly label: string;
  readonly number: number;
  readonly pages: number;
  readonly onChange: (page: number) => void;
}

export function Pages({ label, number, pages, onChange }: PagesProps) {
  return (
    <nav className="pages" aria-label={`Pages of ${label.toLowerCase()}`}>
      <button
        type="button"
        className="button plain"
        disabled={number <= 1}
        onClick={() => onChange(number - 1)}
      >
        Newer
      </button>
      <span>
        Page {number} of {pages}
      </span>
      <button
        type="button"
        className="button plain"
        disabled={number >= pages}
        onClick={() => onChange(number + 1)}
      >
        Older
      </button>
    </nav>
  );
}
