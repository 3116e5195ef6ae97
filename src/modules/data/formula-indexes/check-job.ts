import { Type } from 'typebox';
import { tenantContext } from '#core/access/platform.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import { readRegistry } from '#core/models/tenant-registry.ts';
import { lockSchema } from '../sql/custom-models.ts';
import { forgetIndex, readIndexes, tenantsWithIndexes } from '../sql/formula-indexes.ts';
import { copyWritten, firstPosition } from './fill-index.ts';
import { fillFormulaIndex } from './fill-job.ts';
import { indexedField } from './indexed-field.ts';
import { keepIndexes } from './keep-indexes.ts';
import { removeCopies } from './remove-copies.ts';

/** The time for which writers that began before an index are looked for. No job takes longer with the fields that it knew first. */
const checkedMs = 60 * 60_000;

/**
 * Renews indexes whose formulas changed without a change of the schema (the time zone of the company, a new version of the
 * server), repairs copies that writers from before an index missed, and removes copies that such writers added after its end.
 */
export const checkFormulaIndexes = defineJob({
  name: 'data.check-formula-indexes',
  summary: 'Renews and repairs the indexes of formulas',
  input: Type.Object({}),
  cron: '*/10 * * * *',
  async run({ services }, _input, { signal }) {
    for (const tenant of await tenantsWithIndexes(services.db)) {
      signal.throwIfAborted();
      try {
        await checkTenant(await tenantContext(services, tenant), signal);
      } catch (error) {
        signal.throwIfAborted();
        services.log.warn({ tenantId: tenant.tenantId, err: error }, 'the indexes of formulas were not checked');
      }
    }
  },
});

async function checkTenant(context: Context, signal: AbortSignal): Promise<void> {
  const { services, caller } = context;
  await inTransaction(context, async (within) => {
    await lockSchema(within);
    if (await keepIndexes(within, await readRegistry(within)))
      within.tx.afterCommit(() => services.directory.invalidate(caller.tenantId));
  });
  const registry = await readRegistry(context);
  for (const index of await readIndexes(context)) {
    if (index.state === 'dropped') {
      await removeCopies(context, index.id, signal);
      await inTransaction(context, (within) => forgetIndex(within, index.id));
    } else if (index.state === 'building') {
      if (!(await services.jobs.isUnfinished(context, fillFormulaIndex, index.id)))
        await services.jobs.enqueue(context, fillFormulaIndex, { id: index.id });
    } else if (Date.now() - index.createdAt.getTime() < checkedMs) {
      const found = indexedField(registry, index.id);
      if (found) await copyWritten(context, { ...found, index }, firstPosition(index), signal);
    }
  }
}
