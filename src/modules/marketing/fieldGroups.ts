import { grouped } from '#core/fields/field.ts';
import {
  boolean,
  choice,
  date,
  datetime,
  json,
  list,
  longText,
  number,
  reference,
  references,
  text,
  url,
} from '#core/fields/index.ts';
import { counter, tags } from '#core/models/field-groups.ts';

/** Fields that several models of this module share. */

/** The body of a mail or page. It may exceed the default maximum of long texts; the body limit of a request bounds it. */
export const html = () => longText({ label: 'HTML', maxLength: 1_000_000, outward: true });

export const subject = () => text({ maxLength: 998, search: true });

export const audience = () =>
  grouped('Audience', {
    segmentIds: references('marketing.segments'),
    excludedSegmentIds: references('marketing.segments'),
  });

export const utm = () =>
  grouped('UTM parameters', {
    utmSource: text({ label: 'UTM source' }),
    utmMedium: text({ label: 'UTM medium' }),
    utmCampaign: text({ label: 'UTM campaign' }),
    utmTerm: text({ label: 'UTM term' }),
    utmContent: text({ label: 'UTM content' }),
  });

export const seo = () =>
  grouped('Search engines', {
    metaTitle: text(),
    metaDescription: text({ maxLength: 1000 }),
    metaKeywords: list(),
    socialTitle: text(),
    socialDescription: text({ maxLength: 1000 }),
    socialImageUrl: url({ label: 'Social image', outward: true }),
    noIndex: boolean({ default: false, label: 'Hidden from search engines' }),
  });

/** Times at which messages of a sequence may be sent, and events that end it for a contact. */
export const sequenceRules = () =>
  grouped('Sending rules', {
    timezone: text({ maxLength: 100 }),
    sendWindow: json({ shape: 'object' }),
    exitConditions: json({ shape: 'object' }),
    exitOnReply: boolean({ default: true }),
    exitOnUnsubscribe: boolean({ default: true }),
  });

export const enrollmentCounters = () =>
  grouped('Statistics', {
    enrolledCount: counter(),
    activeCount: counter(),
    completedCount: counter(),
    exitedCount: counter(),
  });

export const adCounters = () =>
  grouped('Statistics', {
    impressionCount: counter(),
    reachCount: counter(),
    clickCount: counter(),
    conversionCount: counter(),
    conversionValue: number({ money: true }),
  });

/** Counters that platforms report for a post. */
export const socialCounters = () =>
  grouped('Statistics', {
    impressionCount: counter(),
    reachCount: counter(),
    clickCount: counter(),
    likeCount: counter(),
    commentCount: counter(),
    shareCount: counter(),
    saveCount: counter(),
    videoViewCount: counter(),
  });

/** Fields that all channels of a campaign have. */
export const channel = () => ({
  campaignId: reference('marketing.campaigns', { required: true }),
  name: text({ search: true }),
  description: longText({ search: true }),
  status: choice({
    options: ['draft', 'inReview', 'approved', 'scheduled', 'running', 'paused', 'completed', 'failed', 'cancelled'],
    default: 'draft',
    index: true,
  }),
  startDate: date(),
  endDate: date(),
  scheduledAt: datetime({ index: true }),
  budget: number({ money: true }),
  actualCost: number({ money: true }),
  currency: text({ maxLength: 3 }),
  ...audience(),
  tags: tags(),
});
