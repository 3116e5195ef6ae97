import type { Logger } from 'pino';
import type { Queryable } from '#db/database.ts';
import { extendRegistry, readCustomSchema, registryBytes } from './custom.ts';
import type { Registry } from './registry.ts';

/** The size of a cache entry for a tenant without custom models and fields, which refers to the shared registry. */
const sharedRegistryBytes = 200;

/**
 * Reads the custom models and fields of a tenant. `bytes` is the heap that the registry takes. Formulas need the time zone
 * of the company.
 */
export async function loadRegistry(
  db: Queryable,
  base: Registry,
  tenantId: string,
  log: Logger,
  timeZone: () => Promise<string>,
): Promise<{ registry: Registry; bytes: number }> {
  const schema = await readCustomSchema(db, tenantId);
  if (schema.models.length + schema.fields.length + schema.duplicateChecks.length === 0)
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
  const hasFormulas = schema.fields.some(({ definition }) => definition.formula !== undefined);
  const zone = hasFormulas ? await timeZone() : undefined;
  return { registry: extendRegistry(base, schema, zone), bytes: registryBytes(schema) };
}
