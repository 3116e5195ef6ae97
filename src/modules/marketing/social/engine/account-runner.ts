import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, inTransaction, type Services } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { updateMany } from '#core/operations/update-many.ts';
import type { Runner } from '#core/polling/runners.ts';
import { classify } from '#db/errors.ts';
import { readLogin } from '../connections/sql/read-login.ts';
import { socialPosts } from '../model-names.ts';
import { isPlatformName } from '../platform-names.ts';
import { loadPlatform } from '../platforms/index.ts';
import type { Platform } from '../platforms/platform.ts';
import { pauseLockedPosts } from '../posts/pause-posts.ts';
import type { Post } from '../posts/post.ts';
import { tenantContext } from '../tenant-context.ts';
import { type Attempt, finishPost } from './finish-post.ts';
import type { Outcome } from './outcome.ts';
import { confirmPost, lookUpPost, preparePost, publishPrepared } from './publish-post.ts';
import { readStoredPost } from './read-post.ts';
import { type ClaimedRow, claimPosts, endClaim, markStarted, releaseClaim, renewLeases } from './sql/claims.ts';
import { isPaused } from './sql/is-paused.ts';
import { lockPosts } from './sql/lock-posts.ts';
import type { PostQueue } from './sql/poll-accounts.ts';
import { renewEveryMs } from './timing.ts';

const retryAfterMs = 500;
/** A node that stops tries for a few seconds: the server has ten to stop. */
const triesWhileStopping = 8;
const transientKinds: ReadonlySet<string | undefined> = new Set(['busy', 'slow', 'crowded', 'unreachable']);

/**
 * Publishes the posts of one account. A post is marked as started in a committed transaction before the call that publishes it, so
 * that after a crash it is known which posts may be on the platform.
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

  /** Lets calls end that were made. */
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
    const renewal = setInterval(() => void this.#renew(), renewEveryMs);
    try {
      while (!this.#stopping) {
        const rows = await db.transaction(tenantId, (tx) =>
          claimPosts(tx, this.#queue, this.#claim, platform.lanes ?? 1),
        );
        if (rows.length === 0) break;
        await Promise.all(rows.map((row) => this.#handle(row, platform, renewable)));
      }
      return 0;
    } finally {
      clearInterval(renewal);
      await db.transaction(tenantId, (tx) => releaseClaim(tx, tenantId, this.#claim));
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
      await this.#services.db.transaction(tenantId, (tx) => endClaim(tx, tenantId, this.#claim, row.postId));
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
      if (!(await markStarted(within.tx, tenantId, this.#claim, postId))) return false;
      const values = { status: 'publishing', error: null, attemptCount: post.attemptCount + 1 };
      await updateMany(within, socialPosts(within), [{ id: postId, values }]);
      return true;
    });
  }

  /** A result must not be lost while the process lives, so this repeats until the database takes it. */
  async #finish(attempt: Attempt, outcome: Outcome): Promise<void> {
    for (let triesLeft = triesWhileStopping; ; ) {
      try {
        return await finishPost(this.#services, attempt, outcome);
      } catch (error) {
        const { log } = this.#services;
        if (this.#stopping) triesLeft -= 1;
        if (!transientKinds.has(classify(error)?.kind) || triesLeft <= 0) {
          // The post stays claimed. When the lease ends it becomes unconfirmed if it was started.
          log.error({ err: error, postId: attempt.postId }, 'the result of a social post could not be written');
          return;
        }
        log.warn(`the result of a social post waits for the database: ${(error as Error).message}`);
        await sleep(retryAfterMs);
      }
    }
  }

  async #renew(): Promise<void> {
    const { db, log } = this.#services;
    const { tenantId } = this.#queue;
    try {
      await db.transaction(tenantId, (tx) => renewLeases(tx, tenantId, this.#claim));
    } catch (error) {
      log.warn(`leases of social posts could not be renewed: ${(error as Error).message}`);
    }
  }
}
