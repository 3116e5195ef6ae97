/** Exports for other parts and modules, which address the records of segments. */
export { audiencePage, requireSegmentOf, resolveAudience } from './audience/audience.ts';
