import type { IncomingMessage } from 'node:http';

export function readBody(request: IncomingMessage, maxBytes: number, tooLarge: () => Error): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    const keep = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      request.off('data', keep).pause();
      reject(tooLarge());
    };
    request.on('data', keep).on('error', reject);
    request.once('end', () => resolve(Buffer.concat(chunks).toString()));
    request.once('close', () => {
      if (!request.complete) reject(new Error('the request ended before its body did'));
    });
  });
}
