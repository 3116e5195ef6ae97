import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RawQuery } from '#core/query/list-query.ts';
import type { ToolSettings } from '../configuration/setting-shapes.ts';
import { isShown, shownModels } from '../configuration/shown-models.ts';

const relatedRows = 20;

/** A record with the fields that the caller may read. */
export async function readRecord(context: Context, model: Model, id: string): Promise<unknown> {
  const { body } = await invoke(context, operations.get, model, { id, query: {} });
  return JSON.parse(body);
}

/** The newest notes, tasks and other records that belong to a record, from the models that the caller may read. */
export async function readChildren(
  context: Context,
  tools: ToolSettings,
  model: Model,
  id: string,
): Promise<Record<string, unknown>> {
  const children = context.registry.inbound(model).filter(({ model: child, field }) => child.parent?.key === field.key);
  const shown = shownModels(context, tools);
  const found: Record<string, unknown> = {};
  for (const { model: child, field } of children) {
    if (!isShown(shown, child)) continue;
    const rows = await readRows(context, child, { filter: { [field.key]: id }, limit: relatedRows });
    if (rows.length > 0) found[child.slug] = rows;
  }
  return found;
}

/** The records of a query; empty when the caller may not read the model. */
export async function readRows(context: Context, model: Model, query: RawQuery): Promise<unknown[]> {
  try {
    const { body } = await invoke(context, operations.search, model, { query: () => ({ count: 'none', ...query }) });
    return (JSON.parse(body) as { data: unknown[] }).data;
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') return [];
    throw error;
  }
}
