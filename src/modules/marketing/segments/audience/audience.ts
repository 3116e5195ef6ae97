import type { Grant } from '#core/access/access.ts';
import { type Context, queryable } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { scopedRows, tableAs, withinReach } from '#core/query/rows.ts';
import { type ParamSink, Params, scoped } from '#db/params.ts';
import type { CompiledSegment } from '../definition/compile-segment.ts';
import { resolveSegments } from '../resolve-segment.ts';
import { readSegments } from '../stored/read-segments.ts';
import { modelKeyOf } from '../stored/stored-segment.ts';

/** Who is addressed: the records of some segments, except those of others. */
export interface SegmentAudience {
  readonly segmentIds: readonly string[];
  readonly excludedSegmentIds: readonly string[];
}

/** Segments of one model, ready for statements. */
export interface ResolvedAudience {
  readonly model: Model;
  readonly included: readonly CompiledSegment[];
  readonly excluded: readonly CompiledSegment[];
}

/**
 * Resolves an audience as its segments are defined now, so that a record that was changed a moment ago is in the right
 * ones. Refuses segments of other models, because others would be addressed than those who are meant. The caller has
 * checked who may use the segments. Segments that were deleted are left out.
 */
export async function resolveAudience(
  context: Context,
  model: Model,
  { segmentIds, excludedSegmentIds }: SegmentAudience,
): Promise<ResolvedAudience> {
  const segments = await readSegments(context, [...new Set([...segmentIds, ...excludedSegmentIds])]);
  for (const segment of segments) requireSegmentOf(context, model, segment);
  const resolved = await resolveSegments(context, segments);
  const named = (ids: readonly string[]) => resolved.filter(({ segment }) => ids.includes(segment.id));
  return { model, included: named(segmentIds), excluded: named(excludedSegmentIds) };
}

type NamedSegment = { readonly name?: unknown; readonly modelKey?: unknown };

/** The people that mailings and campaigns address. */
const addressed: ReadonlySet<string> = new Set(['sales.contacts', 'sales.leads']);

/**
 * The model of the people in these segments: contacts, also when there is no segment, or leads. Refuses segments of other
 * models and of both together.
 */
export function addressedModel(context: Pick<Context, 'registry'>, segments: readonly NamedSegment[]): Model {
  const models = segments.map((segment) => {
    const model = context.registry.named(modelKeyOf(segment));
    if (!model || !addressed.has(model.name)) throw mismatch(context, segment, 'contacts or leads');
    return model;
  });
  const model = models[0] ?? context.registry.named('sales.contacts');
  if (!model) throw new Error('the model sales.contacts is missing');
  for (const segment of segments) requireSegmentOf(context, model, segment);
  return model;
}

/** Refuses a segment of another model. Other models have fields of the same names, so its filter would find others. */
function requireSegmentOf(context: Pick<Context, 'registry'>, model: Model, segment: NamedSegment): void {
  const other = context.registry.named(modelKeyOf(segment));
  if (other?.name !== model.name) throw mismatch(context, segment, model.labelPlural.toLowerCase());
}

function mismatch({ registry }: Pick<Context, 'registry'>, segment: NamedSegment, wanted: string): AppError {
  const found = registry.named(modelKeyOf(segment))?.labelPlural.toLowerCase() ?? String(segment.modelKey);
  return new AppError(
    'segment_model_mismatch',
    `The segment ${String(segment.name)} contains ${found}, and only ${wanted} can be addressed here: choose a segment of ${wanted}.`,
  );
}

/** SQL that limits the records `alias` to those of one of the included segments, if there are any, and of no excluded one. */
export function audienceSql({ included, excluded }: ResolvedAudience, alias: string, params: ParamSink): string {
  const either = (segments: readonly CompiledSegment[]) =>
    `(${segments.map(({ sqlOf }) => sqlOf(alias, params)).join(' or ')})`;
  return `${included.length > 0 ? ` and ${either(included)}` : ''}${excluded.length > 0 ? ` and not ${either(excluded)}` : ''}`;
}

/** The ids of the next records of an audience within the reach of a grant, in their order. */
export async function audiencePage(
  context: Context,
  grant: Grant,
  audience: ResolvedAudience,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { model } = audience;
  if (audience.included.length === 0) return [];
  const params = new Params(context.caller.tenantId);
  const rest = after === null ? '' : ` and t.id > ${params.add(after, 'uuid')}`;
  const rows = await queryable(context).query<{ id: string }>(
    `select r.id from ${scoped(
      'r',
      `select t.id from ${tableAs(model, 't')} where ${scopedRows(model, 't')}${audienceSql(audience, 't', params)}
         ${withinReach(grant, 't', params)}${rest} order by t.id limit ${params.add(limit, 'int')}`,
    )}`,
    params.values,
  );
  return rows.map(({ id }) => id);
}
