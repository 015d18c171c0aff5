#!/usr/bin/env node
import { startCommand } from '@outharbor/emulator-kit/start-command';

await startCommand('identity emulator', () => import('../src/command-line.ts'));
