import type { TransactionContext } from '#core/context.ts';
import { newOneTimeToken } from '#lib/one-time-token.ts';
import { announceDue } from '../enrolling/due-signal.ts';
import { workflowFollower } from '../following/follower.ts';
import { addVersion, markWorkflow } from '../sql/states.ts';
import { beginWaiting } from './begin-waiting.ts';
import { checkStored } from './check-stored.ts';

/** Checks a workflow as its owner, and makes the version that new enrollments follow. Returns its number. */
export async function activate(context: TransactionContext, id: string): Promise<number> {
  const { tx, caller, services } = context;
  const { workflow, definition } = await checkStored(context, id);
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
