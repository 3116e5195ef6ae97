import { randomUUID } from 'node:crypto';
import { tenantContext } from '#core/access/platform.ts';
import { type Context, inTransaction, type Services } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { whileRenewing } from '#core/queue/queue-engine.ts';
import type { Runner } from '#core/queue/runners.ts';
import { writeResult } from '#core/queue/write-result.ts';
import { readLogin } from '../connections/sql/read-login.ts';
import { socialPosts } from '../model-names.ts';
import { isPlatformName } from '../platform-names.ts';
import { loadPlatform } from '../platforms/index.ts';
import type { Platform } from '../platforms/platform.ts';
import { pauseLockedPosts } from '../posts/pause-posts.ts';
import type { Post } from '../posts/post.ts';
import { type Attempt, finishPost } from './finish-post.ts';
import type { Outcome } from './outcome.ts';
import { confirmPost, lookUpPost, preparePost, publishPrepared } from './publish-post.ts';
import { readStoredPost } from './read-post.ts';
import { type ClaimedRow, claimPosts, type PostQueue, postTable } from './sql/claims.ts';
import { isPaused } from './sql/is-paused.ts';
import { lockPosts } from './sql/lock-posts.ts';

/**
 * Publishes the posts of one account. A post is marked as started in a committed transaction before the call that
 * publishes it, so that after a crash the posts that may be on the platform are known.
 */
export class AccountRunner implements Runner {
  readonly #services: Services;
  readonly #queue: PostQueue;
  readonly #claim = randomUUID();
  #stopping = false;

  constructor(services: Services, queue: PostQueue) {
    this.#services = services;
    this.#queue = queue;
  }

  /** Lets running calls finish, and starts no others. */
  stop(): void {
    this.#stopping = true;
  }

  async run(): Promise<number> {
    const { db } = this.#services;
    const { tenantId, connectionId } = this.#queue;
    const login = await readLogin(db, tenantId, connectionId);
    if (!login || !isPlatformName(login.platform)) return 0;
    const platform = await loadPlatform(login.platform);
    const renewable = platform.renew !== undefined || login.refreshToken !== null;
    try {
      await whileRenewing(this.#services, postTable, { tenantId, claim: this.#claim }, async () => {
        while (!this.#stopping) {
          const rows = await db.transaction(tenantId, (tx) =>
            claimPosts(tx, this.#queue, this.#claim, platform.lanes ?? 1),
          );
          if (rows.length === 0) break;
          await Promise.all(rows.map((row) => this.#handle(row, platform, renewable)));
        }
      });
      return 0;
    } finally {
      await db.transaction(tenantId, (tx) => postTable.of(tx, tenantId, this.#claim).release());
    }
  }

  async #handle(row: ClaimedRow, platform: Platform, renewable: boolean): Promise<void> {
    const context = await tenantContext(this.#services, this.#queue);
    const { tenantId } = this.#queue;
    const attempt: Attempt = {
      ...row,
      queue: this.#queue,
      claim: this.#claim,
      canFind: platform.find !== undefined,
      renewable,
    };
    const stored = await readStoredPost(context, row.postId);
    if (!stored) {
      await this.#services.db.transaction(tenantId, (tx) =>
        postTable.of(tx, tenantId, this.#claim).finish([row.postId]),
      );
      return;
    }
    const outcome = row.lookup
      ? await this.#lookUp(context, stored, row)
      : await this.#publish(context, stored, row.upload);
    if (outcome) await this.#finish(attempt, outcome);
  }

  #lookUp(context: Context, stored: Post, { tries, calledAt }: ClaimedRow): Promise<Outcome> {
    if (stored.status === 'publishing' && stored.externalId !== null)
      return confirmPost(this.#services, context, stored, calledAt);
    const last = tries + 1 >= this.#services.settings.social.lookupDelaysMs.length;
    return lookUpPost(this.#services, context, stored, { calledAt, last });
  }

  /** Undefined when the post was cancelled, or this node stops. */
  async #publish(context: Context, stored: Post, earlier: JsonValue): Promise<Outcome | undefined> {
    const ready = await preparePost(this.#services, context, stored, earlier);
    if ('kind' in ready) return ready;
    if (this.#stopping || !(await this.#start(context, stored._id))) return undefined;
    return publishPrepared(ready);
  }

  #start(context: Context, postId: string): Promise<boolean> {
    const { tenantId } = this.#queue;
    return inTransaction(context, async (within) => {
      const [post] = await lockPosts(within.tx, tenantId, [postId]);
      if (post?.status !== 'scheduled') return false;
      if (await isPaused(within.tx, tenantId, post.campaignId)) {
        await pauseLockedPosts(within, [postId]);
        return false;
      }
      const started = await postTable.of(within.tx, tenantId, this.#claim).start([postId]);
      if (!started.has(postId)) return false;
      const values = { status: 'publishing', error: null, attemptCount: post.attemptCount + 1 };
      await updateMany(within, socialPosts(within), [{ id: postId, values }]);
      return true;
    });
  }

  async #finish(attempt: Attempt, outcome: Outcome): Promise<void> {
    const { log } = this.#services;
    try {
      const options = { log, what: 'social posts', isStopping: () => this.#stopping };
      await writeResult(() => finishPost(this.#services, attempt, outcome), options);
    } catch (error) {
      // The post stays claimed. When the lease ends it becomes unconfirmed if it was started.
      log.error({ err: error, postId: attempt.postId }, 'the result of a social post could not be written');
    }
  }
}
