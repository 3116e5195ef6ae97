import { type TenantName, tenantContext } from '#core/access/platform.ts';
import type { Context, Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';

/** Thrown when a workflow cannot act any more. The workflow is then paused, and its owner and the administrators get a mail. */
export class WorkflowStopped extends Error {}

/** Refusals of what a workflow wants to read. Others may be of the database, and pass. */
const lasting: ReadonlySet<string> = new Set(['forbidden', 'bad_request', 'segment_model_mismatch']);

/**
 * The error with which a workflow is paused; undefined for one that may pass. A refusal does not pass by itself: the owner
 * lost a permission, or a segment names a field that was deleted. It must not hold up the other workflows of the tenant.
 */
export function stopOf(error: unknown): WorkflowStopped | undefined {
  if (error instanceof WorkflowStopped) return error;
  if (!(error instanceof AppError) || !lasting.has(error.code)) return undefined;
  return new WorkflowStopped(`The workflow cannot be carried out any more: ${error.message}`);
}

/**
 * The context in which a workflow acts: its owner, with the permissions of this moment. Throws `WorkflowStopped` when
 * there is no such user any more.
 */
export async function ownerContext(
  services: Services,
  tenant: TenantName,
  { id, ownerId }: { readonly id: string; readonly ownerId: string | null },
  base?: Context,
): Promise<Context> {
  const context = base ?? (await tenantContext(services, tenant));
  const owner =
    ownerId === null ? undefined : (await services.directory.actors(tenant.tenantId, [ownerId])).get(ownerId);
  if (!owner) throw new WorkflowStopped('The owner of the workflow is not an active user.');
  if (owner.access.reach('marketing:write') === undefined)
    throw new WorkflowStopped('The owner of the workflow may not run workflows any more: marketing:write is missing.');
  return { ...context, caller: owner, requestId: `workflow ${id}` };
}
