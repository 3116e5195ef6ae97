import { type Attachments, type Company, currency, domain, type Saved } from './company.ts';
import type { Staff } from './identity.ts';
import { type Library, templateNamed } from './library.ts';
import { at } from './random.ts';
import type { Website } from './website.ts';

type Campaign = Saved<{ name: string; startDate: string; endDate: string; status: string }>;

const states: Readonly<Record<string, string>> = { active: 'running', completed: 'completed', paused: 'paused' };

/** Fields that all channels of a campaign share. */
const channelOf = ({ _id, name, startDate, endDate, status }: Campaign, kind: string) => ({
  campaignId: _id,
  name: `${name}, ${kind}`,
  status: states[status] ?? 'draft',
  startDate,
  endDate,
  currency,
});

/** The launch campaign uses every channel, the others use email. */
export async function createChannels(
  company: Company,
  staff: Staff,
  library: Library,
  campaigns: readonly Campaign[],
  site: Website,
): Promise<void> {
  const by = at(staff.marketing, 1);
  const launch = at(campaigns, 0);
  await createEmailChannels(company, library, campaigns, by);
  await createPaidChannels(company, launch, by);
  await createOwnChannels(company, launch, site, by);
}

const attachments = (subject: string, file: string, by: Saved): Attachments => ({
  notes: [`The ${subject} with the barista works better than the one with the machine alone.`],
  tasks: [
    [`Approve the ${subject}`, -12],
    [`Replace the ${subject} after two weeks`, 4],
  ],
  files: [file],
  by,
});

/** Template and subject, in turn. */
const letters = [
  ['Newsletter', 'What is brewing this month'],
  ['Event invitation', 'Taste three coffees on us'],
] as const;

/** Days from today on which the mails of the campaigns go out. */
const mailDays = [-2, -120, 24, 3, -40, 45] as const;

async function createEmailChannels(company: Company, library: Library, campaigns: readonly Campaign[], by: Saved) {
  const emails: Saved[] = [];
  for (const [index, campaign] of campaigns.entries()) {
    const [template, subject] = at(letters, index);
    const recipients = campaign.status === 'draft' || campaign.status === 'planned' ? 0 : 480;
    emails.push(
      await company.add('marketing.campaignChannelEmails', {
        ...channelOf(campaign, 'email'),
        scheduledAt: company.time(at(mailDays, index), 9),
        fromName: 'Kestrel Coffee',
        fromEmail: `hello@${domain}`,
        subject,
        templateId: templateNamed(library, template)._id,
        emailListId: at(library.emailLists, index)._id,
        recipientCount: recipients,
        sentCount: recipients,
        openCount: Math.round(recipients * 0.44),
        clickCount: Math.round(recipients * 0.08),
        ownerId: by._id,
      }),
    );
  }
  await company.attach(
    'marketing.campaignChannelEmails',
    at(emails, 0),
    attachments('subject line', 'Preview.png', by),
  );
}

async function createPaidChannels(company: Company, launch: Campaign, by: Saved): Promise<void> {
  const ad = await company.add('marketing.campaignChannelAds', {
    ...channelOf(launch, 'advertisements'),
    platform: 'linkedin',
    format: 'carousel',
    objective: 'leads',
    headline: 'Two grinders, one quiet machine',
    body: 'The Kestrel Duo makes ninety cups a day and nobody hears it.',
    callToAction: 'bookNow',
    destinationUrl: `https://www.${domain}/tasting`,
    targeting: { titles: ['Office Manager', 'Facilities Manager'], regions: ['US West', 'US East'] },
    dailyBudget: 120,
    budget: 5400,
    actualCost: 3310,
    impressionCount: 148_200,
    clickCount: 1904,
    conversionCount: 41,
    ownerId: by._id,
  });
  await company.attach('marketing.campaignChannelAds', ad, attachments('picture', 'Duo carousel.png', by));
  const search = await company.add('marketing.campaignChannelPpc', {
    ...channelOf(launch, 'search'),
    platform: 'google',
    adGroup: 'Office machines',
    keywords: ['office coffee machine', 'bean to cup office', 'coffee machine service contract'],
    negativeKeywords: ['used', 'repair manual'],
    matchType: 'phrase',
    headlines: ['Coffee your office deserves', 'Tasting in your kitchen'],
    destinationUrl: `https://www.${domain}/machines`,
    bidStrategy: 'maximizeConversions',
    maxCostPerClick: 2.4,
    dailyBudget: 80,
    budget: 3600,
    actualCost: 2144.5,
    impressionCount: 61_030,
    clickCount: 893,
    conversionCount: 22,
    ownerId: by._id,
  });
  await company.attach('marketing.campaignChannelPpc', search, attachments('headline', 'Keywords.csv', by));
}

async function createOwnChannels(
  company: Company,
  launch: Campaign,
  { website, pages }: Website,
  by: Saved,
): Promise<void> {
  const sms = await company.add('marketing.campaignChannelSms', {
    ...channelOf(launch, 'text message'),
    scheduledAt: company.time(1, 10),
    message: 'Your tasting of the Kestrel Duo is tomorrow at ten. Reply STOP to opt out.',
    senderName: 'Kestrel',
    optOutText: 'Reply STOP to opt out.',
    recipientCount: 58,
    sentCount: 58,
    deliveredCount: 57,
    replyCount: 9,
    ownerId: by._id,
  });
  await company.attach('marketing.campaignChannelSms', sms, attachments('wording', 'Wording.pdf', by));
  const social = await company.add('marketing.campaignChannelSocial', {
    ...channelOf(launch, 'social'),
    scheduledAt: company.time(-20, 8),
    platform: 'instagram',
    type: 'reel',
    content: 'Ninety cups, one morning, no queue.',
    hashtags: ['officecoffee', 'kestrelduo'],
    linkUrl: `https://www.${domain}/machines`,
    publishedAt: company.time(-20, 8),
    impressionCount: 18_400,
    likeCount: 734,
    commentCount: 58,
    shareCount: 41,
    ownerId: by._id,
  });
  await company.attach('marketing.campaignChannelSocial', social, attachments('clip', 'Ninety cups.png', by));
  const article = await company.add('marketing.campaignChannelWebContent', {
    ...channelOf(launch, 'article'),
    type: 'caseStudy',
    title: 'How Brightwave got rid of the queue',
    excerpt: 'Two Duos on each floor, and the meeting starts on time.',
    html: '<h1>How Brightwave got rid of the queue</h1><p>It began with a spreadsheet of waiting times.</p>',
    websiteId: website._id,
    webPageId: at(pages, 1)._id,
    url: `https://www.${domain}/stories/brightwave`,
    authorUserId: by._id,
    language: 'en',
    publishedAt: company.time(-18, 9),
    viewCount: 2210,
    conversionCount: 17,
    ownerId: by._id,
  });
  await company.attach(
    'marketing.campaignChannelWebContent',
    article,
    attachments('opening', 'Brightwave interview.pdf', by),
  );
}
