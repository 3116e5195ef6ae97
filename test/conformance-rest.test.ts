import { conformance } from './conformance-suite.ts';
import { appForFile } from './harness.ts';

/** Modules with their own test file. This file covers all others, so no model is left out. */
const ownFile = ['sales', 'marketing', 'communications'];

conformance(await appForFile(), ({ moduleKey }) => !ownFile.includes(moduleKey));
