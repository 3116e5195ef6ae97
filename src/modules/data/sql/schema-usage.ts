import type { TransactionContext } from '#core/context.ts';

/** The size of a tenant's custom schema. */
export interface SchemaUsage {
  readonly models: number;
  readonly fields: number;
  readonly bytes: number;
  /** The number of custom fields of the model that has the most. */
  readonly maxFieldsOfModel: number;
  readonly largestModel: string | null;
  readonly rules: number;
  /** The number of rules of the model that has the most. */
  readonly maxRulesOfModel: number;
}

export async function readSchemaUsage({ tx, caller }: TransactionContext): Promise<SchemaUsage> {
  const [row] = await tx.query<SchemaUsage>(
    `select m.models, m.bytes + r.bytes + coalesce(sum(f.bytes), 0)::float as bytes, r.rules, r.most as "maxRulesOfModel", coalesce(sum(f.fields), 0)::int as fields,
      coalesce(max(f.fields), 0)::int as "maxFieldsOfModel",
      (array_agg(f.name order by f.fields desc, f.name))[1] as "largestModel"
     from (select count(*)::int as models, coalesce(sum(octet_length(definition::text)), 0)::float as bytes
       from custom_models where tenant_id = $1::bigint) m
     cross join (select coalesce(sum(count), 0)::int as rules, coalesce(max(count), 0)::int as most, coalesce(sum(bytes), 0)::float as bytes
       from (select count(*) as count, sum(octet_length(definition::text)) as bytes
         from model_rules where tenant_id = $1::bigint group by module_key, slug, model_id) r) r
     left join (select module_key || '.' || slug as name, count(*)::int as fields, sum(octet_length(definition::text)) as bytes
       from custom_fields where tenant_id = $1::bigint group by module_key, slug) f on true
     group by m.models, m.bytes, r.rules, r.most, r.bytes`,
    [caller.tenantId],
  );
  return row as SchemaUsage;
}
