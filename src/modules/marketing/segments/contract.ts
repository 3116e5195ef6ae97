/** Exports for other parts and modules, which address the records of segments. */
export { audiencePage, audienceSql, requireSegmentOf, resolveAudience } from './audience/audience.ts';
