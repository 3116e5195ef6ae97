import { grouped } from '#core/fields/field.ts';
import {
  boolean,
  choice,
  date,
  datetime,
  email,
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

/** Fields that several marketing models share, spread into theirs. */

export const counter = () => integer({ min: 0, default: 0 });

/** Mail and page bodies outgrow the usual limit of long texts; the limit of a request is the bound. */
export const html = () => longText({ label: 'HTML', maxLength: 1_000_000 });

export const subject = () => text({ maxLength: 998, search: true });

export const tags = () => list({ search: true });

export const sender = () =>
  grouped('Sender', {
    fromName: text({ label: 'From name' }),
    fromEmail: email({ label: 'From email' }),
    replyTo: email({ label: 'Reply to' }),
  });

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
    socialImageUrl: url({ label: 'Social image' }),
    noIndex: boolean({ default: false, label: 'Hidden from search engines' }),
  });

/** When messages of a sequence may go out, and what ends it for a contact. */
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

export const emailCounters = () =>
  grouped('Statistics', {
    recipientCount: counter(),
    sentCount: counter(),
    deliveredCount: counter(),
    openCount: counter(),
    uniqueOpenCount: counter(),
    clickCount: counter(),
    uniqueClickCount: counter(),
    replyCount: counter(),
    bounceCount: counter(),
    unsubscribeCount: counter(),
    complaintCount: counter(),
    failedCount: counter(),
  });

export const adCounters = () =>
  grouped('Statistics', {
    impressionCount: counter(),
    reachCount: counter(),
    clickCount: counter(),
    conversionCount: counter(),
    conversionValue: number(),
  });

/** What the channels of a campaign have in common, whatever they carry. */
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
  budget: number(),
  actualCost: number(),
  currency: text({ maxLength: 3 }),
  ...audience(),
  tags: tags(),
});
