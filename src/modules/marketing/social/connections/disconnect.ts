import { asPlatform } from '#core/access/platform.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { lockWithinReach } from '#core/operations/update.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { socialConnections, socialPosts } from '../model-names.ts';
import { lockWaitingPosts } from './sql/lock-waiting-posts.ts';

/** Removes a connection with its tokens. Its posts stay, and waiting ones are cancelled. */
export const disconnect = (context: Context, id: string): Promise<void> =>
  inTransaction(context, async (within) => {
    const { tenantId } = within.caller;
    const waiting = await lockWaitingPosts(within.tx, tenantId, id);
    const grant = within.caller.access.grant(socialConnections(within), 'write');
    const { previous } = await lockWithinReach(within, grant, id);
    const error = `The connection ${previous.name} was removed.`;
    if (waiting.some(({ status }) => status === 'publishing'))
      throw new AppError(
        'conflict',
        'A post of this connection is being published. Wait for its result, then try again.',
      );
    await updateMany(
      within,
      socialPosts(within),
      waiting.map((post) => ({ id: post.id, values: { status: 'cancelled', error } })),
    );
    await invoke(asPlatform(within), operations.remove, socialConnections(within), { id });
  });
