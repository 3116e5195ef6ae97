import { isDeepStrictEqual } from 'node:util';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { fromDatabase } from '#core/database-errors.ts';
import { AppError } from '#core/errors.ts';
import { systemKeys } from '#core/models/model.ts';
import { readConfiguration } from '../configuration/read-configuration.ts';
import { platformTools } from '../tools/platform-tools.ts';
import { policyOf, type ToolPolicy } from '../tools/policy.ts';
import type { Tool, ToolContext } from '../tools/tool.ts';
import { toolContext } from '../tools/tool-context.ts';
import { lockPending, type PendingAction } from './find-pending.ts';
import { saveDecision } from './save-decision.ts';
import { visibleRecord } from './visible-record.ts';

/**
 * Runs a pending write for its user, who approves it. The write and the new status are one transaction, so the write
 * runs once or not at all. Returns the record of the action as JSON text.
 */
export const approve = (context: Context, id: string): Promise<string> =>
  inTransaction(context, async (within) => {
    const action = await lockPending(within, id);
    const call = toolContext(within, asShown(policyOf(within, await readConfiguration(within)), action));
    const tool = toolOf(call, action);
    await requireUnchanged(call, tool, action);
    return saveDecision(within, id, await run(call, tool, action));
  });

/**
 * Allows sending only when the shown mail would be sent. A mail that was shown as a draft stays a draft, even when the
 * tenant has allowed sending since.
 */
function asShown(policy: ToolPolicy, { after }: PendingAction): ToolPolicy {
  const wasSent = typeof after?.status === 'string' && after.status !== 'draft';
  return wasSent ? policy : { ...policy, allowed: new Set([...policy.allowed].filter((name) => name !== 'sendEmail')) };
}

/** Throws when the tenant has switched the tool off since. */
function toolOf(context: ToolContext, { tool: name }: PendingAction): Tool {
  const tool = platformTools.find((one) => one.name === name);
  if (!tool || context.policy.disabled.has(name))
    throw new AppError('forbidden', `The tool ${name} is switched off by the setting ai.tools.`);
  return tool;
}

/** Throws when the record has changed since it was shown for approval. The error names the changed fields. */
async function requireUnchanged(
  context: ToolContext & TransactionContext,
  tool: Tool,
  { before, recordId, input }: PendingAction,
): Promise<void> {
  const target = recordId === null ? undefined : tool.target?.(context, input);
  if (!target || !before) return;
  const current = await visibleRecord(context, target.model, target.id).catch((error) => {
    if (error instanceof AppError && error.code === 'not_found')
      throw new AppError('conflict', `${target.model.label} ${target.id} was deleted since: reject the action.`);
    throw error;
  });
  if (current.version === before.version) return;
  const changed = Object.keys(current).filter(
    (key) => !systemKeys.has(key) && !isDeepStrictEqual(current[key], before[key]),
  );
  throw new AppError(
    'conflict',
    `The record was changed since (${changed.join(', ') || 'in fields that you do not see'}): reject the action and ask again.`,
    changed.map((field) => ({ field, code: 'changed', message: `${field} was changed since.` })),
    {},
    { current },
  );
}

/**
 * Runs the action and returns its status. An action without permission stays pending, because the permission may be
 * granted again.
 */
async function run(
  context: ToolContext & TransactionContext,
  tool: Tool,
  { input, via: asked, completionId }: PendingAction,
): Promise<Readonly<Record<string, unknown>>> {
  const via = { kind: asked ?? ('ai' as const), ...(completionId !== null && { id: completionId }) };
  try {
    const { written } = await context.tx.savepoint(() => tool.run({ ...context, via }, input));
    return { status: 'approved', result: written ?? null };
  } catch (error) {
    const reason = fromDatabase(error, context.registry);
    if (!(reason instanceof AppError) || reason.status >= 500 || reason.code === 'forbidden') throw error;
    const { code, message, details } = reason;
    return { status: 'failed', error: { code, message, ...(details.length > 0 && { details }) } };
  }
}
