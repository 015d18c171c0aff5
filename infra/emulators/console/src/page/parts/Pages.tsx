interface PagesProps {
  readonly label: string;
  readonly number: number;
  readonly pages: number;
  readonly onChange: (page: number) => void;
}

export function Pages({ label, number, pages, onChange }: PagesProps) {
  const turn = (name: string, to: number) => (
    <button
      type="button"
      className="button plain"
      disabled={to < 1 || to > pages}
      onClick={() => onChange(to)}
    >
      {name}
    </button>
  );
  return (
    <nav className="pages" aria-label={`Pages of ${label.toLowerCase()}`}>
      {turn('Newer', number - 1)}
      <span>
        Page {number} of {pages}
      </span>
      {turn('Older', number + 1)}
    </nav>
  );
}
