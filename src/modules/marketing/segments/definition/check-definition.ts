import type { Context } from '#core/context.ts';
import { AppError, invalid, validationFailed } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { plainCalendar } from '#core/query/calendar.ts';
import { conditionReads } from '#core/query/condition-reads.ts';
import { readFilter } from '#core/query/filter.ts';
import { NamedPeriods } from '#core/query/named-periods.ts';
import { membershipEvents } from '../stored/membership-events.ts';
import { type StoredSegment, segmentsModel } from '../stored/stored-segment.ts';
import { compileSegment, definitionKeys } from './compile-segment.ts';
import type { EventCondition } from './event-condition.ts';
import { loadParts } from './load-parts.ts';
import { namedIds } from './named-ids.ts';

/**
 * Refuses a definition that cannot be evaluated, or that reads more than its author may, because the members would show
 * what the author may not see. The members themselves are shown within the reach of each reader. Their number and their
 * events are for those who read all records of sales; segments of other records need an author who reads all of them.
 */
export async function checkDefinition(context: Context, segment: StoredSegment): Promise<void> {
  const { definition, modelKey } = segment;
  if (definition === null) return;
  const model = context.registry.named(modelKey);
  if (!model) throw invalid('modelKey', 'unknown_model', `names ${modelKey}, which is not a model`);
  requireShort(definition);
  const parts = await loadParts(context, [segment]);
  try {
    const periods = new NamedPeriods(plainCalendar);
    const events: EventCondition[] = [];
    const keys = definitionKeys({ context, model, periods }, parts, { onEvent: (event) => events.push(event) });
    const conditions = readFilter(context, context.caller.access.grant(model, 'read'), definition, periods, keys);
    if (model.audience || model.scopes.read !== membershipEvents.scope) requireSeesAll(context, model);
    for (const { model: other } of conditionReads(conditions).through) requireSeesAll(context, other);
    for (const event of events) checkEventFilter(context, event);
    compileSegment(context, segment, parts, plainCalendar);
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 400) throw error;
    throw validationFailed(error.details.map((detail) => inDefinition(detail.field ?? '', detail.message)));
  }
  await requireReadableSegments(context, definition);
}

/** The maximum of characters of a definition as JSON. */
const maxLength = 50_000;

function requireShort(definition: object): void {
  if (JSON.stringify(definition).length > maxLength)
    throw invalid('definition', 'too_large', `must be at most ${maxLength} characters long as JSON`);
}

/** Errors of the grammar name a parameter `filter[…]`. */
const inDefinition = (parameter: string, message: string) => {
  const field = parameter.replace(/^filter/, 'definition');
  return { field: 'definition', code: 'invalid_definition', message: `${field} ${message}` };
};

function requireSeesAll({ caller: { access } }: Context, model: Model): void {
  if (access.reach(model.scopes.read) === 'all' && access.seesAllOf(model)) return;
  throw new AppError(
    'forbidden',
    `A definition reads all ${model.labelPlural.toLowerCase()}, and you may see only some of them: ask somebody who sees all.`,
  );
}

/** Filters of events of confidential records, such as mails, must not read texts: who has events would tell their words. */
function checkEventFilter(context: Context, { source: { model }, filter }: EventCondition): void {
  const { own, through } = conditionReads(filter);
  for (const { model: other } of through) requireSeesAll(context, other);
  if (context.caller.access.seesAllOf(model) && context.caller.access.reach(model.scopes.read) === 'all') return;
  const secret = [...own].find(({ type, options }) => !type.pointsTo && !options);
  if (secret)
    throw invalid(
      'definition',
      'not_an_option',
      `must not filter events by ${secret.key}, because ${model.labelPlural.toLowerCase()} are not for everybody; references and choices can be used`,
    );
}

async function requireReadableSegments(context: Context, definition: object): Promise<void> {
  for (const id of namedIds(definition, ['segment']).get('segment') ?? []) {
    await invoke(context, operations.get, segmentsModel(context), { id, query: {} }).catch((error: unknown) => {
      throw error instanceof AppError
        ? invalid('definition', 'reference_not_found', `names the segment ${id}, which you may not read`)
        : error;
    });
  }
}
