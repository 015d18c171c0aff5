#!/usr/bin/env node
import { startCommand } from '@outharbor/emulator-kit/start-command';

await startCommand('scheduling emulator', () => import('../src/command-line.ts'));
