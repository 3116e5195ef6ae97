import { type Company, domain, type Saved } from './company.ts';
import type { Staff } from './identity.ts';
import { at } from './random.ts';

/**
 * Creates accounts and posts of the company at social platforms. Nothing is ever sent: the accounts have no login, so
 * their status asks for a new one, and no post is scheduled.
 */
export async function createSocial(company: Company, staff: Staff, campaigns: readonly Saved[]): Promise<void> {
  const by = at(staff.marketing, 1);
  const connections: Saved<Account>[] = [];
  for (const account of accounts) {
    const last = published.findLast(([platform]) => platform === account.platform);
    const lastPublishedAt = last ? company.time(-last[1], 9) : null;
    connections.push(await company.addAsPlatform('marketing.socialConnections', { ...account, lastPublishedAt }));
  }
  for (const connection of connections) await createFollowers(company, connection);
  for (const [index, [platform, daysAgo, content, reached]] of published.entries()) {
    const connection = connections.find((one) => one.platform === platform);
    if (!connection) throw new Error(`there is no account at ${platform}`);
    const campaignId = daysAgo < 30 && index % 2 === 0 ? at(campaigns, 0)._id : null;
    await createPublished(company, { connection, daysAgo, content, reached, campaignId, ownerId: by._id });
  }
  for (const [platform, status, inDays, content, error] of planned) {
    const connection = connections.find((one) => one.platform === platform);
    await company.addAsPlatform('marketing.socialPosts', {
      connectionId: connection?._id,
      platform,
      content,
      status,
      ...(inDays !== null && { scheduledAt: company.time(inDays, 9) }),
      ...(error !== null && { error, attemptCount: 3 }),
      ...(inDays !== null && inDays > 0 && { campaignId: at(campaigns, 0)._id }),
      ownerId: by._id,
    });
  }
}

interface Account {
  readonly platform: string;
  readonly name: string;
  readonly handle: string;
  readonly externalId: string;
  readonly status: string;
  readonly error: string;
  readonly [key: string]: unknown;
}

const account = (platform: string, name: string, handle: string, more = {}): Account => ({
  platform,
  name,
  handle,
  externalId: `demo-${platform}`,
  status: 'needsReauthorization',
  error: 'The demo company has no login here. Connect the account again to publish.',
  ...more,
});

const accounts = [
  account('linkedin', 'Kestrel Coffee Systems', 'kestrel-coffee-systems'),
  account('instagram', 'Kestrel Coffee', '@kestrelcoffee'),
  account('mastodon', 'Kestrel Coffee', `@coffee@social.${domain}`, { serverUrl: `https://social.${domain}` }),
];

/** Followers today, and the growth per week. */
const followers: Readonly<Record<string, readonly [number, number]>> = {
  linkedin: [4218, 46],
  instagram: [7640, 83],
  mastodon: [912, 9],
};

/** Platform, days since the publication, text, and final number of people reached. */
const published = [
  ['linkedin', 58, 'We opened a second workshop in Portland. Repairs in the north now take one day.', 3900],
  ['instagram', 52, 'Latte art for beginners: three pours that always work.', 6800],
  ['linkedin', 44, 'What a broken grinder costs an office of two hundred people. We did the sums.', 5100],
  ['mastodon', 38, 'Descaling day. Four machines, one bucket of citric acid, no drama.', 640],
  ['instagram', 31, 'Meet Amara. She has repaired 1,200 grinders and still has a favorite.', 9200],
  ['linkedin', 26, 'The Kestrel Duo is here: two grinders, one quiet machine.', 12_400],
  ['instagram', 20, 'Ninety cups, one morning, no queue.', 18_400],
  ['mastodon', 17, 'The firmware notes of the Duo are public. Tell us what you miss.', 880],
  ['linkedin', 12, 'How Brightwave got rid of the coffee queue: a case study with numbers.', 7300],
  ['instagram', 8, 'Tasting week. Three origins, one clear winner in our office.', 5600],
  ['linkedin', 5, 'Sixty demonstrations in four weeks. Thank you to everybody who tasted.', 4700],
  ['instagram', 2, 'Behind the counter: how we test every machine for eight hours.', 3100],
] as const;

/** Platform, status, days until the publication, text, and error. */
const planned = [
  ['linkedin', 'needsApproval', 1, 'A service contract, explained in four pictures.', null],
  ['instagram', 'needsApproval', 3, 'Oat, soy or cow? The results of our survey.', null],
  ['linkedin', 'draft', 6, 'Five questions to ask before you rent a coffee machine.', null],
  ['mastodon', 'draft', null, 'Idea: a thread about water hardness, with a map.', null],
  [
    'mastodon',
    'failed',
    -3,
    'Spare parts for the 2019 series are in stock again.',
    'The access to the account has ended.',
  ],
] as const;

/** Creates weekly readings for a quarter. */
async function createFollowers(company: Company, { _id, platform }: Saved<Account>): Promise<void> {
  const [today, weekly] = followers[platform] ?? [0, 0];
  for (let week = 13; week >= 0; week -= 1)
    await company.addAsPlatform('marketing.socialMetrics', {
      connectionId: _id,
      platform,
      day: company.day(-7 * week),
      followerCount: today - weekly * week - company.random.int(0, weekly / 3),
    });
}

interface Published {
  readonly connection: Saved<Account>;
  readonly daysAgo: number;
  readonly content: string;
  readonly reached: number;
  readonly campaignId: string | null;
  readonly ownerId: string;
}

/** Creates a post with readings of its numbers: daily for the first two weeks, then weekly. */
async function createPublished(company: Company, post: Published): Promise<void> {
  const { connection, daysAgo, content, reached, campaignId, ownerId } = post;
  const { platform } = connection;
  const clicks = platform === 'linkedin' ? 0.021 : 0.006;
  /** The counts after some days. Most people see a post in its first days. */
  const countsAfter = (days: number) => {
    const part = (count: number) => Math.round(count * (1 - Math.exp(-(days + 0.6) / 2.4)));
    return {
      impressionCount: part(reached * 1.35),
      reachCount: part(reached),
      clickCount: part(reached * clicks),
      likeCount: part(reached * 0.042),
      commentCount: part(reached * 0.0045),
      shareCount: part(reached * 0.003),
    };
  };
  const { _id } = await company.addAsPlatform('marketing.socialPosts', {
    connectionId: connection._id,
    platform,
    content,
    status: 'published',
    scheduledAt: company.time(-daysAgo, 9),
    publishedAt: company.time(-daysAgo, 9),
    externalId: `demo-${platform}-${daysAgo}`,
    campaignId,
    attemptCount: 1,
    ...countsAfter(daysAgo),
    metricsReadAt: company.time(0, 0),
    ownerId,
  });
  for (let days = 0; days <= daysAgo; days += 1) {
    if (days > 14 && (daysAgo - days) % 7 !== 0) continue;
    await company.addAsPlatform('marketing.socialMetrics', {
      connectionId: connection._id,
      postId: _id,
      platform,
      day: company.day(days - daysAgo),
      ...countsAfter(days),
    });
  }
}
