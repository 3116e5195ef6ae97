import { withAllAccess } from '#core/access/platform.ts';
import { type Context, dryRun, type TransactionContext } from '#core/context.ts';
import { systemKeys } from '#core/models/model.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { lockRecord } from '#core/operations/statements.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { newId } from '#lib/ids.ts';
import { aiPendingActions } from '../model-names.ts';
import { requireModel } from '../tools/find-model.ts';
import type { Tool, ToolContext, ToolInput, ToolOutput } from '../tools/tool.ts';
import { visibleRecord } from './visible-record.ts';

const expiresAfterMs = 7 * 86_400_000;

interface Preview {
  readonly model: string;
  readonly recordId: string | null;
  readonly before: RecordObject | null;
  readonly after: RecordObject | null;
}

/**
 * Stores a write that a user must approve. It runs first with the permissions of the caller and is rolled back, so
 * errors are reported at once and the user sees the record before and after.
 */
export async function propose(
  context: ToolContext,
  tool: Tool,
  input: ToolInput,
  conversationId: string | undefined,
): Promise<ToolOutput> {
  const preview = await dryRun(context, (within) =>
    previewWrite({ ...context, ...(within as TransactionContext) }, tool, input),
  );
  const id = newId();
  const { via, ...direct }: Context = context;
  const expiresAt = new Date(Date.now() + expiresAfterMs).toISOString();
  const values = {
    tool: tool.name,
    input,
    ...preview,
    status: 'pending',
    via: via?.kind ?? null,
    completionId: via?.id ?? null,
    conversationId: conversationId ?? null,
    userId: context.caller.userId,
    expiresAt,
  };
  // Insert the proposal directly, without `via`, so that undoing the completion does not remove it.
  await insertMany(withAllAccess(direct), aiPendingActions(context), [{ id, values: values as never }]);
  return {
    result: {
      pending: true,
      pendingActionId: id,
      note: 'Nothing was changed yet: the user must approve it. Say so, and do not try it again.',
    },
    pending: { id },
  };
}

async function previewWrite(context: ToolContext & TransactionContext, tool: Tool, input: ToolInput): Promise<Preview> {
  const target = tool.target?.(context, input);
  const before = target ? await visibleRecord(context, target.model, target.id) : null;
  const { written } = await tool.run(context, input);
  if (!written) throw new Error(`${tool.name} wrote nothing`);
  const model = requireModel(context, written.model);
  const saved = await lockRecord(context, model, written.id);
  const after = saved ? await visibleRecord(context, model, written.id) : null;
  const recordId = target?.id ?? null;
  return { model: model.name, recordId, before, after: after && recordId === null ? withoutSystemKeys(after) : after };
}

/** Omits the id and the times, which mean nothing for a record that does not exist yet. */
const withoutSystemKeys = (record: RecordObject): RecordObject =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !systemKeys.has(key)));
