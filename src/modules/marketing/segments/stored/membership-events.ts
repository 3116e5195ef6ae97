import type { OtherEvents } from '#core/models/registry.ts';

/**
 * Events about records that enter and leave segments. They are not part of the history of the segment, which may have a
 * million members, and they name records of any owner.
 */
export const membershipEvents: OtherEvents = {
  name: 'marketing.segmentMembers',
  scope: 'sales:read',
  ofAnyOwner: true,
};
