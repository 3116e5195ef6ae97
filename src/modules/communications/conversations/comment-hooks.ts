import type { Context, TransactionContext } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { givenValue, type ModelHooks, type PendingSave, setValue } from '#core/models/hooks.ts';
import { countWithinReach } from '#core/query/reach.ts';
import { conversations } from '../model-names.ts';
import { announceComment } from './announce-comment.ts';
import { readViewers } from './sql/viewers.ts';

/** Users who see the conversation see its comments, and only they can be mentioned. */
export const commentHooks: ModelHooks = {
  async beforeSave(context, saving) {
    const conversationId = String(givenValue(saving, 'conversationId') ?? saving.previous?.conversationId);
    if (givenValue(saving, 'conversationId') !== undefined) await setViewers(context, saving, conversationId);
    const mentioned = newlyMentioned(givenValue(saving, 'mentionedUserIds'), saving.previous?.mentionedUserIds);
    if (mentioned.length > 0) await requireViewers(context, conversationId, mentioned);
    return undefined;
  },

  async afterSave(context, { record, previous }) {
    const userIds = newlyMentioned(record.mentionedUserIds, previous?.mentionedUserIds);
    if (userIds.length === 0) return;
    const input = { commentId: String(record._id), userIds };
    await context.services.jobs.enqueue(context, announceComment, input);
  },
};

const newlyMentioned = (now: unknown, before: unknown): string[] => {
  const known = new Set(Array.isArray(before) ? before : []);
  return Array.isArray(now) ? [...new Set(now.filter((id): id is string => !known.has(id)))] : [];
};

async function setViewers({ tx, caller }: TransactionContext, saving: PendingSave, id: string): Promise<void> {
  const viewers = await readViewers(tx, caller.tenantId, id);
  for (const [key, value] of Object.entries(viewers ?? {})) setValue(saving, key, value);
}

async function requireViewers(context: Context, conversationId: string, userIds: readonly string[]): Promise<void> {
  const { services, caller, registry } = context;
  const model = conversations({ registry });
  const actors = await services.directory.actors(caller.tenantId, userIds, services.db.lookUps);
  const blind: string[] = [];
  for (const userId of userIds) {
    const actor = actors.get(userId);
    // The reference check reports a user who does not exist. Deactivated users get no mail.
    if (!actor) continue;
    const reads =
      actor.access.reach(model.scopes.read) !== undefined &&
      (await countWithinReach({ ...context, caller: actor }, actor.access.grant(model, 'read'), [conversationId])) > 0;
    if (!reads) blind.push(actor.email ?? userId);
  }
  if (blind.length > 0)
    throw invalid(
      'mentionedUserIds',
      'cannot_see',
      `names users who cannot see the conversation: ${blind.join(', ')}; assign it to them first, or leave them out`,
    );
}
