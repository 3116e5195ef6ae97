/** What other parts and modules use of segments. */
export { audiencePage, requireSegmentOf, resolveAudience } from './audience/audience.ts';
