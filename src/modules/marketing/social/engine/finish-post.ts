import { tenantContext } from '#core/access/platform.ts';
import { inTransaction, type Services, type TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { updateChannel } from '../channels/update-channel.ts';
import { expireAccess, requireReauthorization } from '../connections/require-reauthorization.ts';
import { socialConnections, socialPosts } from '../model-names.ts';
import type { Outcome } from './outcome.ts';
import { type PostQueue, pauseAccount, postTable } from './sql/claims.ts';
import { type LockedPost, lockPosts } from './sql/lock-posts.ts';
import { retryDelaysMs } from './timing.ts';

export interface Attempt {
  readonly queue: PostQueue;
  readonly claim: string;
  readonly postId: string;
  readonly lookup: boolean;
  readonly tries: number;
  /** True when the platform can tell whether a post was published. */
  readonly canFind: boolean;
  /** True when the access token can be renewed without the user. */
  readonly renewable: boolean;
}

type Values = Readonly<Record<string, JsonValue>>;
const maxError = 2000;
/** Interval for asking the platform whether an accepted post is visible. */
const acceptedWaitMs = 15_000;

/** Writes the result of an attempt to the post, its row in the outbox, its channel and its connection. */
export async function finishPost(services: Services, attempt: Attempt, outcome: Outcome): Promise<void> {
  const context = await tenantContext(services, attempt.queue);
  await inTransaction(context, async (within) => {
    const [post] = await lockPosts(within.tx, attempt.queue.tenantId, [attempt.postId]);
    const values = post && (await settle(within, attempt, outcome, post));
    if (!values) return;
    await updateMany(within, socialPosts(within), [{ id: attempt.postId, values }]);
    await updateChannel(within, post.channelId, { _id: post.id, ...values });
    await updateConnection(within, attempt, outcome);
  });
  services.tally.add('socialPosts', outcome.kind);
}

/** Ends or postpones the claim. Returns the changes of the post; undefined when another node has decided. */
async function settle(
  within: TransactionContext,
  attempt: Attempt,
  outcome: Outcome,
  post: LockedPost,
): Promise<Values | undefined> {
  const { queue, claim, postId, tries, lookup } = attempt;
  const { tenantId, connectionId } = queue;
  const claimed = postTable.of(within.tx, tenantId, claim);
  const end = async (values: Values) => ((await claimed.finish([postId])).has(postId) ? values : undefined);
  const later = async (delayMs: number, triesNow: number, lookupNow: boolean, values: Values, upload?: JsonValue) => {
    const known = upload === undefined ? null : JSON.stringify(upload);
    const next = { id: postId, delayMs, tries: triesNow, lookup: lookupNow, upload: known };
    return (await claimed.postpone([next])).has(postId) ? values : undefined;
  };
  switch (outcome.kind) {
    case 'published':
      return (await end(publishedValues(outcome))) ?? lateResult(within, attempt, outcome, post);
    case 'accepted':
      return later(acceptedWaitMs, 0, true, { externalId: outcome.externalId, postUrl: outcome.url });
    case 'uploading':
      return later(outcome.afterMs, 0, false, { error: null }, outcome.state);
    case 'failed':
      // The platform accepted the post but could not show it, so it does not exist there.
      return end({ status: 'failed', error: outcome.message.slice(0, maxError), externalId: null, postUrl: null });
    case 'unauthorized':
      // The token may have been withdrawn before it expired, so try once with a new one.
      if (attempt.renewable && tries === 0) {
        await expireAccess(within, connectionId);
        return later(0, tries + 1, false, { status: 'scheduled' });
      }
      return end({
        status: 'failed',
        error: `${outcome.message} Reconnect the account, then retry.`.slice(0, maxError),
      });
    case 'limited':
      await pauseAccount(within.tx, tenantId, connectionId, outcome.retryAfterMs);
      return later(outcome.retryAfterMs, tries, false, {
        status: 'scheduled',
        error: outcome.message.slice(0, maxError),
      });
    case 'deferred': {
      const delayMs = retryDelaysMs[tries];
      const error = outcome.message.slice(0, maxError);
      if (delayMs === undefined) return end({ status: 'failed', error });
      return later(delayMs, tries + 1, false, { status: 'scheduled', error });
    }
    case 'unconfirmed': {
      const values = { status: 'unconfirmed', error: outcome.message.slice(0, maxError) };
      const [delayMs] = within.services.settings.social.lookupDelaysMs;
      return attempt.canFind && delayMs !== undefined ? later(delayMs, 0, true, values) : end(values);
    }
    case 'lookAgain': {
      const delayMs = lookup ? within.services.settings.social.lookupDelaysMs[tries + 1] : undefined;
      return delayMs === undefined ? end({}) : later(delayMs, tries + 1, true, {});
    }
  }
}

const publishedValues = ({ externalId, url }: Outcome & { kind: 'published' }): Values => ({
  status: 'published',
  publishedAt: new Date().toISOString(),
  externalId,
  postUrl: url,
  error: null,
});

/**
 * Handles a result that came after the lease had ended. No other attempt was made since, because its claim would still
 * exist.
 */
async function lateResult(
  within: TransactionContext,
  { queue, postId }: Attempt,
  outcome: Outcome & { kind: 'published' },
  { status }: LockedPost,
): Promise<Values | undefined> {
  if (status !== 'unconfirmed') return undefined;
  await within.tx.query('delete from social_outbox where tenant_id = $1::bigint and post_id = $2::uuid', [
    queue.tenantId,
    postId,
  ]);
  return publishedValues(outcome);
}

async function updateConnection(within: TransactionContext, attempt: Attempt, outcome: Outcome): Promise<void> {
  const { connectionId } = attempt.queue;
  if (outcome.kind === 'unauthorized' && !(attempt.renewable && attempt.tries === 0))
    await requireReauthorization(within, connectionId, outcome.message);
  if (outcome.kind !== 'published') return;
  const values = { lastPublishedAt: new Date().toISOString(), status: 'active', error: null };
  await updateMany(within, socialConnections(within), [{ id: connectionId, values }]);
}
