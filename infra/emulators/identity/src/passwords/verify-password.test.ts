import { expect, it } from 'vitest';
import { verifyPassword } from './verify-password.ts';

// Computed with crypt(3) of libxcrypt.
it.each([
  ['correct horse', '$2b$10$abcdefghijklmnopqrstuu23JPZtHcGhwXSF41f93o/7vBdDut3Xu'],
  ['correct horse', '$2a$04$CCCCCCCCCCCCCCCCCCCCC..o66Ba.o65rt06KXeSpKWfObOB7QJIe'],
  ['correct horse', '$2y$05$......................GhrxO9Jau2W65tT0FKrnIWYcY5sAlLW'],
  ['', '$2a$04$CCCCCCCCCCCCCCCCCCCCC.Cg0ly9t/KVBCBYYDfOmZKwry9JuXClC'],
  [`pässwörd${'x'.repeat(80)}`, '$2b$04$abcdefghijklmnopqrstuumCAIgX1JaglGKHH8swhw5Y.JRWnunhG'],
])('verifies %j against the bcrypt hash %s', async (password, text) => {
  const stored = { algorithm: 'BCRYPT', salt: '', hash: Buffer.from(text).toString('base64') } as const;
  expect(await verifyPassword(password, stored)).toBe(true);
  expect(await verifyPassword(`x${password}`, stored)).toBe(false);
});
