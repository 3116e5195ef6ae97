import { asPlatform } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { newOneTimeToken } from '#lib/one-time-token.ts';
import { checkWorkflow } from '../compiling/check-workflow.ts';
import { definitionOf } from '../compiling/read-definition.ts';
import { announceDue } from '../enrolling/due-signal.ts';
import { workflowFollower } from '../following/follower.ts';
import { workflowsModel } from '../model-names.ts';
import { addVersion, markWorkflow } from '../sql/states.ts';
import { readStepRows } from '../sql/step-rows.ts';
import { beginWaiting } from './begin-waiting.ts';

/** Checks a workflow as its owner, and makes the version that new enrollments follow. Returns its number. */
export async function activate(context: TransactionContext, id: string): Promise<number> {
  const { tx, caller, services, registry } = context;
  const platform = asPlatform(context);
  const { body } = await invoke(platform, operations.get, workflowsModel(context), { id, query: {} });
  const workflow = JSON.parse(body) as RecordObject;
  const definition = definitionOf(workflow, await readStepRows(context, id), registry);
  const ownerId = typeof workflow.ownerId === 'string' ? workflow.ownerId : null;
  const owner = ownerId === null ? undefined : await services.directory.actor(caller.tenantId, ownerId, tx);
  if (!owner)
    throw invalid(
      'ownerId',
      'no_owner',
      'must be an active user, because a workflow acts with the permissions of its owner',
    );
  if (owner.access.reach('marketing:write') === undefined)
    throw invalid(
      'ownerId',
      'no_owner',
      'must be a user with marketing:write, because a workflow acts with the permissions of its owner',
    );
  await checkWorkflow({ ...context, caller: owner }, definition);
  const hook = definition.trigger === 'webhook' && !workflow.hookUrl ? newOneTimeToken(caller.tenantId) : undefined;
  const version = await addVersion(tx, caller.tenantId, {
    workflowId: id,
    definition,
    userId: caller.userId,
    hookHash: hook?.hash.toString('hex') ?? null,
  });
  await markWorkflow(tx, caller.tenantId, id, {
    problem: null,
    activeVersion: version,
    ...(hook !== undefined && { hookUrl: `${services.publicUrl()}/api/marketing/workflow-hooks/${id}/${hook.token}` }),
  });
  if (version === 1) await beginWaiting(context, id, definition.allowReenrollment);
  await services.of(workflowFollower).follow(context, {});
  announceDue(context, id);
  return version;
}
