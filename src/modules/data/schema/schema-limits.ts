import { AppError, invalid } from '#core/errors.ts';
import type { CustomFieldDefinition } from '#core/models/custom.ts';
import type { Transaction } from '#db/database.ts';

/** How much a tenant may add to the product. The process keeps the schemas of many tenants in memory. */
const most = {
  models: 100,
  fieldsOfModel: 200,
  fields: 2000,
  schemaBytes: 1_000_000,
  definitionBytes: 16_384,
  defaultBytes: 4096,
};

/** Deleted models and fields of a tenant that can be restored. The job that removes what is past retention removes the others. */
export const maxDeleted = { models: 100, fields: 2000 };

/** Options of one field, and the length of each; a JSON Schema says these. */
export const maxOptions = { count: 200, valueLength: 100, labelLength: 200 };

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

const said = (value: number): string => value.toLocaleString('en');

/** One definition. A field from before these bounds may still be changed, as long as it does not grow. */
export function checkDefinitionSize(definition: CustomFieldDefinition, at = '', before?: CustomFieldDefinition): void {
  const grew = (now: unknown, then: unknown) => before === undefined || sizeOf(now) > sizeOf(then);
  const ofDefault = sizeOf(definition.default);
  if (ofDefault > most.defaultBytes && grew(definition.default, before?.default)) {
    throw invalid(
      `${at}default`,
      'too_large',
      `takes ${said(ofDefault)} bytes as JSON, and at most ${said(most.defaultBytes)} are allowed; make it shorter, or set the value in the records`,
    );
  }
  const whole = sizeOf(definition);
  if (whole > most.definitionBytes && grew(definition, before)) {
    throw invalid(
      `${at}${definition.options ? 'options' : 'default'}`,
      'too_large',
      `makes the definition of the field ${said(whole)} bytes as JSON, and at most ${said(most.definitionBytes)} are allowed; use fewer or shorter options, or a model of their own with a reference to it`,
    );
  }
}

/** What a tenant has of its own. */
interface Usage {
  readonly models: number;
  readonly fields: number;
  readonly bytes: number;
  /** Fields of the model that has most of them. */
  readonly fullest: number;
  readonly fullestName: string | null;
}

export async function readUsage(tx: Transaction, tenantId: string): Promise<Usage> {
  const [row] = await tx.query<Usage>(
    `select m.models, m.bytes + coalesce(sum(f.bytes), 0)::float as bytes, coalesce(sum(f.fields), 0)::int as fields,
      coalesce(max(f.fields), 0)::int as fullest,
      (array_agg(f.name order by f.fields desc, f.name))[1] as "fullestName"
     from (select count(*)::int as models, coalesce(sum(octet_length(definition::text)), 0)::float as bytes
       from custom_models where tenant_id = $1::bigint) m
     left join (select module_key || '.' || slug as name, count(*)::int as fields, sum(octet_length(definition::text)) as bytes
       from custom_fields where tenant_id = $1::bigint group by module_key, slug) f on true
     group by m.models, m.bytes`,
    [tenantId],
  );
  return row as Usage;
}

/** All definitions together. A tenant that is beyond a bound already may do what does not add to it. */
export function checkUsage(before: Usage, after: Usage): void {
  const tooMany = (what: string, remedy: string) => new AppError('conflict', `${what}; ${remedy}.`);
  if (after.models > most.models && after.models > before.models)
    throw tooMany(`A tenant has at most ${most.models} models of its own`, 'delete one that is not used');
  if (after.fullest > most.fieldsOfModel && after.fullest > before.fullest)
    throw tooMany(
      `A model has at most ${most.fieldsOfModel} custom fields, and ${after.fullestName} would have ${after.fullest}`,
      'delete one that is not used',
    );
  if (after.fields > most.fields && after.fields > before.fields)
    throw tooMany(
      `A tenant has at most ${said(most.fields)} custom fields in all, and there would be ${said(after.fields)}`,
      'delete some that are not used',
    );
  if (after.bytes > most.schemaBytes && after.bytes > before.bytes)
    throw invalid(
      'definition',
      'too_large',
      `makes the custom models and fields of the account ${said(after.bytes)} bytes in all, and at most ${said(most.schemaBytes)} are allowed; delete fields that are not used, or shorten their options and defaults`,
    );
}
