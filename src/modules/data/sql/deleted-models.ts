import { type Context, queryable } from '#core/context.ts';
import { datetimeType } from '#core/fields/datetime.ts';
import type { CustomField, CustomModel } from '#core/models/custom.ts';
import type { Deletion } from '#core/operations/deletion-events.ts';
import { inTenant, Params, scoped } from '#db/params.ts';
import { parseJson } from '#lib/json.ts';

export interface DeletedModelRow extends CustomModel, Deletion {
  readonly fields: readonly CustomField[];
}

/** Restorable models, with the fields that were deleted together with them. */
export async function deletedModels(context: Context): Promise<DeletedModelRow[]> {
  const params = new Params(context.caller.tenantId);
  const retention = `make_interval(secs => ${params.add(context.services.settings.eventRetentionMs, 'float8')} / 1000)`;
  const rows = await queryable(context).query<{ model: string }>(
    `select d.* from ${scoped(
      'd',
      `select json_build_object('id', m.id, 'moduleKey', m.module_key, 'slug', m.slug, 'definition', m.definition,
        'xid', m.xid::text, 'request', m.request_id, 'fields', coalesce((
          select json_agg(json_build_object('id', f.id, 'moduleKey', f.module_key, 'slug', f.slug, 'key', f.key,
            'definedAt', ${datetimeType.output?.('f.created_at')}, 'definition', f.definition) order by f.created_at, f.id)
          from deleted_fields f where ${inTenant('f')} and f.model_id = m.id and f.with_model), '[]'::json))::text as model
       from deleted_models m where ${inTenant('m')} and not m.discarded and m.deleted_at >= now() - ${retention}`,
    )}`,
    params.values,
  );
  return rows.map(({ model }) => parseJson(model) as unknown as DeletedModelRow);
}
