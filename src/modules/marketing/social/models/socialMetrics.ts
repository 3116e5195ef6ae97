import { choice, date, reference } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { counter } from '#core/models/field-groups.ts';
import { socialCounters } from '../../fieldGroups.ts';
import { platformNames } from '../platform-names.ts';

/** The totals that a platform counted for an account or a post up to the end of a day. */
export const socialMetrics = defineModel({
  slug: 'socialMetrics',
  label: 'Social metrics',
  labelPlural: 'Social metrics',
  title: 'platform',
  readOnly: true,
  permanent: true,
  owned: false,
  parent: 'connectionId',
  indexes: [['connectionId', 'day']],
  fields: {
    connectionId: reference('marketing.socialConnections', { required: true, label: 'Connection' }),
    postId: reference('marketing.socialPosts', { label: 'Post' }),
    platform: choice({ options: [...platformNames], strict: true }),
    day: date({ index: true }),
    followerCount: counter(),
    postCount: counter(),
    ...socialCounters(),
  },
});
