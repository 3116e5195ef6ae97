import { enableCompileCache } from 'node:module';
import path from 'node:path';

// Imported before anything else, and plain JavaScript, so that the TypeScript compiler inside Node is not even loaded when
// every module is in the cache: 20 MB less memory and a faster start. Where the folder cannot be written, Node does without.
enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/atrium'));
