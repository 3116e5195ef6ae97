import type { Logger } from 'pino';
import type { Queryable } from '#db/database.ts';
import { type Context, queryable } from '../context.ts';
import { extendRegistry, readCustomSchema, registryBytes } from './custom.ts';
import type { CompanyCalendar, Registry } from './registry.ts';

/** The size of a cache entry for a tenant without custom models, fields and rules, which refers to the shared registry. */
const sharedRegistryBytes = 200;

/**
 * Reads the custom models, fields and rules of a tenant. `bytes` is the heap that the registry takes. Formulas and rules
 * need the calendar of the company.
 */
export async function loadRegistry(
  db: Queryable,
  base: Registry,
  tenantId: string,
  log: Logger,
  calendar: () => Promise<CompanyCalendar>,
): Promise<{ registry: Registry; bytes: number }> {
  const schema = await readCustomSchema(db, tenantId);
  const { models, fields, rules, duplicateChecks } = schema;
  if (models.length + fields.length + rules.length + duplicateChecks.length === 0)
    return { registry: base, bytes: sharedRegistryBytes };
  if (schema.reduced.length > 0 || schema.omittedCount > 0) {
    log.warn(
      {
        tenantId,
        reduced: schema.reduced.slice(0, 20),
        reducedCount: schema.reduced.length,
        omittedCount: schema.omittedCount,
      },
      'the custom fields of a tenant are too large: some are loaded without default and options, or not at all',
    );
  }
  const needsDays = rules.length > 0 || fields.some(({ definition }) => definition.formula !== undefined);
  const days = needsDays ? await calendar() : undefined;
  return { registry: extendRegistry(base, schema, days), bytes: registryBytes(schema) };
}

/**
 * Reads the stored models instead of the cached ones, because a job may start before this node is notified of a change.
 */
export async function readRegistry(context: Context): Promise<Registry> {
  const { services, caller } = context;
  const schema = await readCustomSchema(queryable(context), caller.tenantId);
  return extendRegistry(services.directory.base, schema, context.registry);
}
