import type { Access } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import type { Registry } from '#core/models/registry.ts';
import { defineService } from '#core/module-service.ts';
import { readCalendar } from '#core/query/calendar.ts';
import { todayIn } from '#lib/days.ts';
import { LruMap } from '#lib/lru.ts';
import type { WorkflowDefinition } from '../definition/definition.ts';
import { type CompiledWorkflow, compileWorkflow, DefinitionError } from './compile-workflow.ts';
import { WorkflowStopped } from './owner.ts';

interface Entry {
  readonly compiled: CompiledWorkflow;
  readonly registry: Registry;
  readonly access: Access;
  readonly day: string;
}

const maxEntries = 500;

/** Compiled versions of workflows of this process. */
export const compiledWorkflows = defineService({
  name: 'marketing.compiledWorkflows',
  make: () => new LruMap<string, Entry>(maxEntries),
});

/** Compiles a version for its owner. It is kept while the models, the permissions of the owner and the day are the same. */
export async function compiledVersion(
  context: Context,
  {
    id,
    version,
    definition,
  }: { readonly id: string; readonly version: number; readonly definition: WorkflowDefinition },
): Promise<CompiledWorkflow> {
  const { services, registry, caller } = context;
  const model = registry.named(definition.model);
  if (!model) throw new WorkflowStopped(`The model ${definition.model} does not exist any more.`);
  const calendar = await readCalendar(context, undefined);
  const day = todayIn(calendar.zone);
  const cache = services.of(compiledWorkflows);
  const key = `${caller.tenantId} ${id} ${version}`;
  const known = cache.get(key);
  if (known && known.registry === registry && known.access === caller.access && known.day === day)
    return known.compiled;
  try {
    const compiled = compileWorkflow({ context, definition, model, calendar });
    cache.set(key, { compiled, registry, access: caller.access, day });
    return compiled;
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    throw new WorkflowStopped(`The workflow cannot be carried out any more. ${error.message}`);
  }
}
