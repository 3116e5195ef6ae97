import { enableCompileCache } from 'node:module';
import path from 'node:path';

// Plain JavaScript, and imported before anything else: when every module is in the cache, Node does not load its TypeScript
// compiler, which saves 20 MB of memory and makes the start faster. If the folder is not writable, Node works without it.
enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/atrium'));
