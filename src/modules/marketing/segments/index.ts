import { definePart } from '#core/modules/module.ts';
import { listSegmentMembers } from './actions/list-members.ts';
import { previewSegment } from './actions/preview-segment.ts';
import { refreshSegment } from './actions/refresh-segment.ts';
import { segmentFollower } from './membership/segment-follower.ts';
import { segments } from './models/segments.ts';
import { membershipEvents } from './stored/membership-events.ts';

/** Segments: which records belong to them, kept up to date with every change. */
export const segmentPart = definePart({
  models: [segments],
  otherEvents: [membershipEvents],
  actions: [listSegmentMembers, previewSegment, refreshSegment],
  services: [segmentFollower],
  background: (services) => services.of(segmentFollower),
  tables: ['segment_members', 'segment_windows', 'segment_states'],
});
