import { grouped } from '#core/fields/field.ts';
import {
  boolean,
  choice,
  date,
  datetime,
  integer,
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
    sendWindow: json({
      shape: 'object',
      help: 'When mails and texts may be sent: weekdays (1 is Monday), from, to, and tz: a time zone, or contact.',
      example: { weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', tz: 'contact' },
    }),
    exitConditions: json({ shape: 'object', help: 'A filter: records that match leave at once.', example: {} }),
    exitOnReply: boolean({ default: true, help: 'Who answers a mail leaves.' }),
    exitOnUnsubscribe: boolean({ default: true }),
  });

/** The workflow that carries out a sequence. The platform makes it when the sequence is activated. */
export const ranBy = () => ({
  workflowId: reference('marketing.workflows', { readOnly: true, keptByPut: true, label: 'Carried out by' }),
});

/** A value that the platform keeps up to date without events. */
export const kept = { readOnly: true, eventless: true, keptByPut: true } as const;

const enrollmentCounter = () => integer({ min: 0, default: 0, ...kept });

export const enrollmentCounters = () =>
  grouped('Statistics', {
    enrolledCount: enrollmentCounter(),
    activeCount: enrollmentCounter(),
    completedCount: enrollmentCounter(),
    exitedCount: enrollmentCounter(),
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
