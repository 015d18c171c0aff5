const LINES_A_PAGE = 40;

/** A single-column PDF in a standard font. */
export function pdf(lines: readonly string[]): Buffer {
  const pages = Array.from({ length: Math.ceil(lines.length / LINES_A_PAGE) }, (_, index) =>
    lines.slice(index * LINES_A_PAGE, (index + 1) * LINES_A_PAGE),
  );
  return document(pages.map(drawLines));
}

function drawLines(lines: readonly string[]): string {
  return `BT /F1 11 Tf 16 TL 56 780 Td ${lines.map((line) => `(${escaped(line)}) Tj T*`).join(' ')} ET`;
}

/** Encodes text for the font; unsupported characters become question marks. */
function escaped(line: string): string {
  return line
    .replaceAll('€', '\u0080')
    .replace(/[^ -ÿ]/g, '?')
    .replace(/[\\()]/g, String.raw`\$&`);
}

function document(contents: readonly string[]): Buffer {
  const kids = contents.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
      `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = Buffer.byteLength(text, 'latin1');
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = Buffer.byteLength(text, 'latin1');
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
