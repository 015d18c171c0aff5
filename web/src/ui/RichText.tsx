import { type Block, textRuns } from '../content/rich-text.ts';

function Text({ text }: { readonly text: string }) {
  return textRuns(text).map((run) =>
    run.strong ? <strong key={run.text}>{run.text}</strong> : <span key={run.text}>{run.text}</span>,
  );
}

export function RichText({ blocks }: { readonly blocks: readonly Block[] }) {
  return (
    <div className="rich-text">
      {blocks.map((block) =>
        typeof block === 'string' ? (
          <p key={block}>
            <Text text={block} />
          </p>
        ) : (
          <ul key={block[0]}>
            {block.map((item) => (
              <li key={item}>
                <Text text={item} />
              </li>
            ))}
          </ul>
        ),
      )}
    </div>
  );
}
