import type { Context } from '#core/context.ts';
import { badQuery } from '#core/errors.ts';
import { socialConnections, socialPosts } from '../model-names.ts';
import {
  type AccountNumbers,
  accountNumbers,
  type Change,
  type CountName,
  countColumns,
  readPostNames,
  sumChanges,
} from './sql/sum-changes.ts';

const dayMs = 86_400_000;
const maxDays = 366;
const maxPosts = 50;
const names = Object.keys(countColumns) as CountName[];

export interface Period {
  readonly from: string;
  readonly to: string;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Reads the days of a request, both inclusive. Default: the last thirty days. */
export function readPeriod(from: string | undefined, to: string | undefined, nowMs = Date.now()): Period {
  const end = to ?? dayOf(nowMs);
  const start = from ?? dayOf(parse('to', end) - 29 * dayMs);
  const days = (parse('to', end) - parse('from', start)) / dayMs + 1;
  if (days < 1) throw badQuery('from', 'must not be after to');
  if (days > maxDays) throw badQuery('from', `must be at most ${maxDays} days before to`);
  return { from: start, to: end };
}

function parse(name: string, day: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(ms) || dayOf(ms) !== day) throw badQuery(name, 'must be a day such as 2030-01-31');
  return ms;
}

/** The period of the same length immediately before this one. */
function previousOf({ from, to }: Period): Period {
  const start = parse('from', from);
  const length = parse('to', to) - start + dayMs;
  return { from: dayOf(start - length), to: dayOf(start - dayMs) };
}

/** Reads the numbers of posts and accounts in a period, and in the period before it. */
export async function readAnalytics(context: Context, period: Period, compare: boolean) {
  const current = await readNumbers(context, period);
  const previousPeriod = compare ? previousOf(period) : undefined;
  const previous = previousPeriod && (await readNumbers(context, previousPeriod));
  const { changes, accounts } = current;
  return {
    ...period,
    totals: totalsOf(changes, accounts),
    previous:
      previousPeriod && previous ? { ...previousPeriod, totals: totalsOf(previous.changes, previous.accounts) } : null,
    platforms: [...Map.groupBy(accounts, ({ platform }) => platform)].map(([platform, ofPlatform]) => ({
      platform,
      ...totalsOf(
        changes.filter((change) => change.platform === platform),
        ofPlatform,
      ),
    })),
    connections: accounts.map((account) => ({
      connectionId: account.connectionId,
      name: account.name,
      platform: account.platform,
      ...totalsOf(
        changes.filter(({ connectionId }) => connectionId === account.connectionId),
        [account],
      ),
    })),
    posts: await topPosts(context, changes),
    days: [...Map.groupBy(changes, ({ day }) => day)]
      .map(([day, ofDay]) => ({ day, ...sumsOf(ofDay) }))
      .sort((a, b) => (a.day < b.day ? -1 : 1)),
  };
}

async function readNumbers(context: Context, period: Period) {
  const grant = context.caller.access.grant(socialConnections(context), 'read');
  const changes = await sumChanges(context, grant, period);
  return { changes, accounts: await accountNumbers(context, grant, period) };
}

const sumsOf = (changes: readonly Change[]): Record<CountName, number> =>
  Object.fromEntries(names.map((name) => [name, changes.reduce((sum, change) => sum + change[name], 0)])) as Record<
    CountName,
    number
  >;

const engagementOf = (sums: Record<CountName, number>): number =>
  sums.likeCount + sums.commentCount + sums.shareCount + sums.saveCount + sums.clickCount;

function totalsOf(changes: readonly Change[], accounts: readonly AccountNumbers[]) {
  const sums = sumsOf(changes);
  const followerCount = accounts.reduce((sum, account) => sum + (account.followerCount ?? 0), 0);
  const grown = accounts.filter(({ followersBefore }) => followersBefore !== null);
  return {
    ...sums,
    engagementCount: engagementOf(sums),
    publishedCount: accounts.reduce((sum, { publishedCount }) => sum + publishedCount, 0),
    followerCount,
    followerChange: grown.reduce((sum, one) => sum + (one.followerCount ?? 0) - (one.followersBefore ?? 0), 0),
  };
}

/** The posts with the most engagement in the period, among those that the caller may read. */
async function topPosts(context: Context, changes: readonly Change[]) {
  const ranked = [...Map.groupBy(changes, ({ postId }) => postId)]
    .map(([postId, ofPost]) => ({
      postId,
      platform: ofPost[0]?.platform ?? '',
      connectionId: ofPost[0]?.connectionId ?? '',
      ...sumsOf(ofPost),
    }))
    .map((post) => ({ ...post, engagementCount: engagementOf(post) }))
    .sort((a, b) => b.engagementCount - a.engagementCount || (a.postId < b.postId ? -1 : 1))
    .slice(0, maxPosts);
  const grant = context.caller.access.grant(socialPosts(context), 'read');
  const known = new Map(
    (
      await readPostNames(
        context,
        grant,
        ranked.map(({ postId }) => postId),
      )
    ).map((post) => [post._id, post]),
  );
  return ranked.flatMap((post) => {
    const { content, postUrl, publishedAt } = known.get(post.postId) ?? {};
    return content === undefined
      ? []
      : [{ ...post, content, postUrl: postUrl ?? null, publishedAt: publishedAt ?? null }];
  });
}
