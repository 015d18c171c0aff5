#!/usr/bin/env node
import { startCommand } from '@outharbor/emulator-kit/start-command';

await startCommand('console', () => import('../src/command-line.ts'));
