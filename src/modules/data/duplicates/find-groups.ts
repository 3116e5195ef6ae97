import type { Grant } from '#core/access/access.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { agreement, readableIds } from '#core/duplicates/check-new.ts';
import type { ActiveRule } from '#core/duplicates/keys-table.ts';
import { badQuery } from '#core/errors.ts';
import { dismissedPairs, type FoundGroup, groupsByKey, sharedKeys, similarPairs } from '../sql/duplicate-lists.ts';

/** The list of groups over all rules of a model, in the order of the rules. */

export interface DuplicateGroup {
  readonly ids: readonly string[];
  readonly reason: string;
  readonly score: number;
  readonly ruleId: string;
  readonly method: string;
  readonly fields: readonly string[];
}

interface Place {
  readonly scanId: string;
  readonly at: string | undefined;
}

export interface GroupsQuery {
  readonly rules: readonly ActiveRule[];
  readonly grant: Grant;
  readonly limit: number;
  readonly skip: number;
  readonly cursor: string | undefined;
  readonly recordId: string | undefined;
}

/** Groups that agree by a rule of the method `normalized` count a little less than exact ones. */
const scoreOf = ({ rule }: ActiveRule, { score }: FoundGroup): number =>
  score === null ? (rule.method === 'exact' ? 1 : 0.95) : score / 1000;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A page of groups. A group leaves out the records that the caller may not read, and disappears when fewer than two are
 * left, when all of its pairs were dismissed, or when an earlier rule has shown its records.
 */
export async function findGroups(
  context: Context,
  { rules, grant, limit, skip, cursor, recordId }: GroupsQuery,
): Promise<{ groups: DuplicateGroup[]; nextCursor: string | null }> {
  let place: Place | undefined = cursor === undefined ? undefined : readCursor(cursor, rules);
  const groups: DuplicateGroup[] = [];
  let skipped = 0;
  let last: Place | undefined;
  for (const [n, active] of rules.entries()) {
    if (place && place.scanId !== active.scanId) continue;
    let after: string | undefined = place?.at;
    place = undefined;
    for (let hasMore = true; hasMore; ) {
      const batch = limit + 1;
      const query = { scanId: active.scanId, after, limit: batch, recordId };
      const found = await (active.rule.method === 'similar' ? similarPairs : groupsByKey)(context, query);
      hasMore = found.length === batch;
      after = found.at(-1)?.at;
      for (const group of await keepUseful(context, grant, rules.slice(0, n), found)) {
        if (groups.length === limit) return { groups, nextCursor: last ? encodeCursor(last) : null };
        last = { scanId: active.scanId, at: group.at };
        if (skipped < skip) {
          skipped += 1;
          continue;
        }
        groups.push({
          ids: group.ids,
          reason: capitalized(agreement(active.rule, active.fields)),
          score: scoreOf(active, group),
          ruleId: active.rule.id,
          method: active.rule.method,
          fields: active.rule.match,
        });
      }
    }
  }
  return { groups, nextCursor: null };
}

async function keepUseful(
  context: Context,
  grant: Grant,
  earlier: readonly ActiveRule[],
  found: readonly FoundGroup[],
): Promise<FoundGroup[]> {
  if (found.length === 0) return [];
  const all = [...new Set(found.flatMap(({ ids }) => ids))];
  const readable = new Set(await inTransaction(context, (within) => readableIds(within, grant, all)));
  const shown = found
    .map((group) => ({ ...group, ids: group.ids.filter((id) => readable.has(id)) }))
    .filter(({ ids }) => ids.length > 1);
  const ids = shown.flatMap((group) => group.ids);
  if (ids.length === 0) return [];
  const dismissed = new Set((await dismissedPairs(context, ids)).map(({ low, high }) => low + high));
  const scanIds = earlier.filter(({ rule }) => rule.method !== 'similar').map(({ scanId }) => scanId);
  const before = scanIds.length === 0 ? [] : (await sharedKeys(context, scanIds, ids)).map((key) => new Set(key.ids));
  return shown.filter(
    (group) => !isDismissed(group.ids, dismissed) && !before.some((shared) => group.ids.every((id) => shared.has(id))),
  );
}

/** The pairs of a group, each with its lower id first. Ids of groups are sorted. */
export const pairsOf = (ids: readonly string[]): { low: string; high: string }[] =>
  ids.flatMap((low, n) => ids.slice(n + 1).map((high) => ({ low, high })));

function isDismissed(ids: readonly string[], dismissed: ReadonlySet<string>): boolean {
  if (dismissed.size === 0) return false;
  return pairsOf(ids).every(({ low, high }) => dismissed.has(low + high));
}

const encodeCursor = ({ scanId, at }: Place): string => Buffer.from(`${scanId} ${at}`).toString('base64url');

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const cursorPattern = new RegExp(`^(${uuid}) (${uuid}|\\d{1,4} ${uuid} ${uuid})$`);

function readCursor(cursor: string, rules: readonly ActiveRule[]): Place {
  const [, scanId = '', at = ''] = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  const active = rules.find((one) => one.scanId === scanId);
  if (!active || at.includes(' ') !== (active.rule.method === 'similar'))
    throw badQuery('cursor', 'is not a cursor that this list gave out, or a rule was changed; begin again without it');
  return { scanId, at };
}
