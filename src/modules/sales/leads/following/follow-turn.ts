import type { TransactionContext } from '#core/context.ts';
import type { Turn } from '#core/events/following/event-follower.ts';
import type { Followed } from '#core/events/following/followers.ts';
import { positionAfter } from '#core/events/following/news.ts';
import type { Reference } from '#core/operations/relink.ts';
import { type RoutedLead, type RoutingRule, readActiveRules, routeLeads } from '../routing/route-leads.ts';
import { readRules, type Scored, type ScoringRule } from '../scoring/read-rules.ts';
import { scoreRecords } from '../scoring/score-records.ts';
import { readDue, removeDue } from '../scoring/sql/decays.ts';
import { findDependent } from './sql/dependent-records.ts';
import { type News, readLeadNews, type Watched } from './sql/news.ts';
import { readPage } from './sql/record-pages.ts';

/** The maximum of events that one transaction reads, and of records of other kinds that it scores. */
const maxEvents = 500;
const pageSize = 500;

/** The active rules of a tenant. */
interface Rules {
  readonly scoring: Readonly<Record<Scored, readonly ScoringRule[]>>;
  readonly routing: readonly RoutingRule[];
}

/** For each model whose records are all scored again: the id of the last one that was. */
export type Rescore = Readonly<Partial<Record<Scored, string>>>;

/** Routes new leads without an owner, and scores records whose inputs or events changed. */
export async function followTurn(
  context: TransactionContext,
  { position, state }: Followed<Rescore>,
): Promise<Turn<Rescore>> {
  const { tx, caller } = context;
  const rules = await readAllRules(context);
  if (rules.routing.length === 0 && scoredModels.every((scored) => rules.scoring[scored].length === 0)) return 'ended';
  const { news: read, unsettled } = await readLeadNews(tx, caller.tenantId, position, watchedBy(rules), maxEvents);
  const news = read.filter(({ own }) => !own);
  await routeNew(context, news, rules.routing);
  const due = await readDue(tx, caller.tenantId, pageSize);
  await removeDue(tx, caller.tenantId, due);
  let rescore = state;
  for (const scored of scoredModels) {
    const depths = await changedRecords(context, scored, rules.scoring[scored], news);
    const page = await nextPage(context, scored, rescore[scored]);
    const dueIds = due.flatMap(({ modelKey, id }) => (modelKey === scored ? [id] : []));
    for (const id of [...dueIds, ...page]) addDepth(depths, id, 0);
    rescore = afterPage(rescore, scored, page);
    await scoreAll(context, scored, depths, rules.scoring[scored]);
  }
  const hasMore = read.length === maxEvents || due.length === pageSize || Object.keys(rescore).length > 0;
  return {
    position: positionAfter(position, read),
    state: rescore,
    next: hasMore ? 'more' : unsettled ? 'later' : 'done',
  };
}

const scoredModels: readonly Scored[] = ['leads', 'contacts'];

async function readAllRules(context: TransactionContext): Promise<Rules> {
  const [leads, contacts] = [await readRules(context, 'leads'), await readRules(context, 'contacts')];
  return { scoring: { leads, contacts }, routing: await readActiveRules(context) };
}

/** The references through which records of a model count as events of leads or contacts. */
const eventReferences = (rules: readonly ScoringRule[]): readonly Reference[] =>
  rules.flatMap(({ source }) => source?.references ?? []);

function watchedBy({ scoring }: Rules): Watched {
  const watched = new Map<string, string[]>();
  for (const { model, field } of scoredModels.flatMap((scored) => eventReferences(scoring[scored])))
    watched.set(model.name, [...(watched.get(model.name) ?? []), field.key]);
  return watched;
}

async function routeNew(
  context: TransactionContext,
  news: readonly News[],
  rules: readonly RoutingRule[],
): Promise<void> {
  if (rules.length === 0) return;
  const created = news.filter(
    ({ type, ownerId, ownedByDefault }) => type === 'lead.created' && (ownerId === null || ownedByDefault),
  );
  for (const [depth, some] of Map.groupBy(created, (one) => one.depth)) {
    const leads = some.flatMap(({ id, ownerId }): RoutedLead[] => (id === null ? [] : [{ id, ownerId }]));
    await routeLeads({ ...context, depth }, leads, rules);
  }
}

/** Records, with how many workflows led to the change that concerns each. */
type Depths = Map<string, number>;

/** Of several changes of a record, the deepest counts, so that a loop of workflows is noticed. */
function addDepth(depths: Depths, id: string, depth: number): void {
  depths.set(id, Math.max(depths.get(id) ?? 0, depth));
}

/** Records whose own values, events, or referenced records changed. */
async function changedRecords(
  context: TransactionContext,
  scored: Scored,
  rules: readonly ScoringRule[],
  news: readonly News[],
): Promise<Depths> {
  const depths: Depths = new Map();
  if (rules.length === 0) return depths;
  const references = eventReferences(rules);
  for (const { model, type, id, links, depth } of news) {
    if (model === `sales.${scored}` && id !== null && !type.endsWith('.deleted')) addDepth(depths, id, depth);
    for (const reference of references) {
      const linked = reference.model.name === model ? links?.[reference.field.key] : undefined;
      if (typeof linked === 'string') addDepth(depths, linked, depth);
    }
  }
  for (const [depth, some] of Map.groupBy(news, (one) => one.depth))
    for (const id of await findDependent(context, scored, rules, some)) addDepth(depths, id, depth);
  return depths;
}

async function scoreAll(
  context: TransactionContext,
  scored: Scored,
  depths: Depths,
  rules: readonly ScoringRule[],
): Promise<void> {
  for (const [depth, entries] of Map.groupBy(depths, ([, one]) => one)) {
    const ids = entries.map(([id]) => id);
    for (let start = 0; start < ids.length; start += pageSize)
      await scoreRecords({ ...context, depth }, scored, ids.slice(start, start + pageSize), rules);
  }
}

const nextPage = (context: TransactionContext, scored: Scored, after: string | undefined): Promise<string[]> =>
  after === undefined ? Promise.resolve([]) : readPage(context, scored, after, pageSize);

function afterPage(rescore: Rescore, scored: Scored, page: readonly string[]): Rescore {
  const { [scored]: _done, ...others } = rescore;
  const last = page.at(-1);
  return page.length === pageSize && last !== undefined ? { ...others, [scored]: last } : others;
}
