import { type Context, queryable } from '#core/context.ts';
import { actorSql } from '#core/events/event-actors.ts';
import { momentSql } from '#core/fields/datetime.ts';
import { inTenant, Params, scoped } from '#db/params.ts';

export interface DeletedSchemaRow {
  readonly moduleKey: string;
  readonly slug: string;
  /** Null for a model. */
  readonly key: string | null;
  readonly modelKey: string | null;
  readonly type: string | null;
  readonly label: string | null;
  readonly deletedAt: string;
  readonly restorableUntil: string;
  readonly actor_id: string | null;
  readonly email: string | null;
}

/** Restorable models and fields, last deleted first. Fields of a deleted model are restored with it or after it. */
export function deletedSchema(context: Context): Promise<DeletedSchemaRow[]> {
  const params = new Params(context.caller.tenantId);
  const retention = `make_interval(secs => ${params.add(context.services.settings.eventRetentionMs, 'float8')} / 1000)`;
  const { join, email } = actorSql(context, 'd', params);
  const isRestorable = (alias: string) =>
    `${inTenant(alias)} and not ${alias}.discarded and ${alias}.deleted_at >= now() - ${retention}`;
  return queryable(context).query<DeletedSchemaRow>(
    `select d.* from ${scoped(
      'd',
      `select d.module_key as "moduleKey", d.slug, d.key, d.definition->>'modelKey' as "modelKey", d.definition->>'type' as type,
        d.definition->>'label' as label, ${momentSql('d.deleted_at')} as "deletedAt",
        ${momentSql(`(d.deleted_at + ${retention})`)} as "restorableUntil", d.actor_id, ${email} as email, d.id
       from (
         select m.id, m.module_key, m.slug, null as key, m.definition, m.deleted_at, m.deleted_by as actor_id
         from deleted_models m where ${isRestorable('m')}
         union all
         select f.id, f.module_key, f.slug, f.key, f.definition, f.deleted_at, f.deleted_by from deleted_fields f
         where ${isRestorable('f')} and not f.with_model and (f.model_id is null or exists (
           select from custom_models m where ${inTenant('m')} and m.id = f.model_id))
       ) d ${join}`,
    )} order by d."deletedAt" desc, d.id desc`,
    params.values,
  );
}
