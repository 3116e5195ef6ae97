import { conformance } from './conformance-suite.ts';
import { appForFile } from './harness.ts';

conformance(await appForFile(), ({ moduleKey }) => moduleKey === 'sales');
