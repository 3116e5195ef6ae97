import type { Caller } from '#core/access/caller.ts';
import { asPlatform } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { checkWorkflow } from '../compiling/check-workflow.ts';
import { definitionOf } from '../compiling/read-definition.ts';
import type { WorkflowDefinition } from '../definition/definition.ts';
import { workflowsModel } from '../model-names.ts';
import { readStepRows } from '../sql/step-rows.ts';

/** Reads a workflow and checks as its owner that it can be carried out. Throws with everything that is wrong. */
export async function checkStored(
  context: TransactionContext,
  id: string,
): Promise<{ readonly workflow: RecordObject; readonly definition: WorkflowDefinition }> {
  const { body } = await invoke(asPlatform(context), operations.get, workflowsModel(context), { id, query: {} });
  const workflow = JSON.parse(body) as RecordObject;
  const definition = definitionOf(workflow, await readStepRows(context, id), context.registry);
  const owner = await requireOwner(context, workflow);
  await checkWorkflow({ ...context, caller: owner }, definition);
  return { workflow, definition };
}

/** The owner of a workflow, who must be able to run it. */
export async function requireOwner(context: TransactionContext, { ownerId }: RecordObject): Promise<Caller> {
  const { tx, caller, services } = context;
  const owner = typeof ownerId === 'string' ? await services.directory.actor(caller.tenantId, ownerId, tx) : undefined;
  const refused = (who: string) =>
    invalid('ownerId', 'no_owner', `must be ${who}, because a workflow acts with the permissions of its owner`);
  if (!owner) throw refused('an active user');
  if (owner.access.reach('marketing:write') === undefined) throw refused('a user with marketing:write');
  return owner;
}
