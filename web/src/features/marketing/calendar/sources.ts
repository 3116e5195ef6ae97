import type { Icon } from '@tabler/icons-react';
import {
  IconAd,
  IconClick,
  IconDeviceMobileMessage,
  IconFileText,
  IconForms,
  IconMail,
  IconShare,
  IconSpeakerphone,
  IconWorld,
} from '@tabler/icons-react';

/** A source of planned items: a model, and the field with the date. */
export interface Source {
  readonly model: string;
  readonly field: string;
  /** The title is the first of these fields that has a value. */
  readonly titles: readonly string[];
  readonly icon: Icon;
  /** The path below which the records have their pages. The default is the page that every link to a record uses. */
  readonly page?: string;
  /** Statuses of records that are no longer planned. */
  readonly without?: readonly string[];
}

const ended = ['cancelled'];

export const sources: readonly Source[] = [
  {
    model: 'marketing.campaigns',
    field: 'startDate',
    titles: ['name'],
    icon: IconSpeakerphone,
    page: '/marketing/campaigns',
    without: ['cancelled', 'archived'],
  },
  {
    model: 'marketing.campaignChannelEmails',
    field: 'scheduledAt',
    titles: ['name', 'subject'],
    icon: IconMail,
    without: ended,
  },
  {
    model: 'marketing.campaignChannelSms',
    field: 'scheduledAt',
    titles: ['name'],
    icon: IconDeviceMobileMessage,
    without: ended,
  },
  {
    model: 'marketing.campaignChannelSocial',
    field: 'scheduledAt',
    titles: ['name', 'content'],
    icon: IconShare,
    without: ended,
  },
  {
    model: 'marketing.campaignChannelWebContent',
    field: 'scheduledAt',
    titles: ['name', 'title'],
    icon: IconFileText,
    without: ended,
  },
  { model: 'marketing.campaignChannelAds', field: 'scheduledAt', titles: ['name'], icon: IconAd, without: ended },
  { model: 'marketing.campaignChannelPpc', field: 'scheduledAt', titles: ['name'], icon: IconClick, without: ended },
  {
    model: 'marketing.socialPosts',
    field: 'scheduledAt',
    titles: ['content'],
    icon: IconShare,
    page: '/marketing/social/posts',
    without: ended,
  },
  {
    model: 'marketing.webPages',
    field: 'scheduledAt',
    titles: ['name', 'title', 'path'],
    icon: IconWorld,
    page: '/marketing/websites/pages',
    without: ['archived'],
  },
  {
    model: 'forms.forms',
    field: 'opensAt',
    titles: ['name'],
    icon: IconForms,
    page: '/marketing/forms',
    without: ['archived'],
  },
];
