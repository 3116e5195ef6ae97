import type { Context, Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { type OpenedSession, openSession } from '../connections/open-session.ts';
import { Refused } from '../http/platform-error.ts';
import { Pending } from '../platforms/pending.ts';
import type { OutgoingPost, Published } from '../platforms/platform.ts';
import type { Post } from '../posts/post.ts';
import { type Outcome, outcomeOfError, unconfirmedMessage } from './outcome.ts';
import { actAsOwner, outgoingPost } from './read-post.ts';
import { knownIds } from './sql/known-ids.ts';

/** A post that is ready for the publishing call. */
export interface PreparedPost {
  readonly opened: OpenedSession;
  readonly post: OutgoingPost;
  readonly prepared: unknown;
}

/** Does everything that may be repeated: the login, the files, uploads. */
export async function preparePost(
  services: Services,
  context: Context,
  stored: Post,
  earlier: JsonValue,
): Promise<PreparedPost | Outcome> {
  let label = 'The platform';
  try {
    const acting = await actAsOwner(services, context, stored);
    const opened = await openSession(services, context.caller.tenantId, String(stored.connectionId));
    label = opened.platform.label;
    const post = await outgoingPost(acting, opened.platform, stored);
    const prepared = await opened.platform.prepare?.(opened.session, post, earlier);
    if (prepared instanceof Pending) return { kind: 'uploading', state: prepared.state, afterMs: prepared.afterMs };
    return { opened, post, prepared };
  } catch (error) {
    if (error instanceof AppError) return { kind: 'failed', message: error.message };
    return outcomeOfError(error, label, false);
  }
}

/** Makes the publishing call, once. */
export async function publishPrepared({ opened, post, prepared }: PreparedPost): Promise<Outcome> {
  const { platform, session } = opened;
  try {
    return shownOrAccepted(await platform.publish(session, post, prepared));
  } catch (error) {
    return outcomeOfError(error, platform.label, true);
  }
}

const shownOrAccepted = (published: Published): Outcome =>
  published.processing ? { kind: 'accepted', ...published } : { kind: 'published', ...published };

/**
 * Checks whether a post that may have been published is on the platform. `last` means that no further check follows.
 */
export async function lookUpPost(
  services: Services,
  context: Context,
  stored: Post,
  { calledAt, last }: { readonly calledAt: Date | null; readonly last: boolean },
): Promise<Outcome> {
  const { tenantId } = context.caller;
  try {
    const { platform, session } = await openSession(services, tenantId, String(stored.connectionId));
    const post = await outgoingPost(context, platform, { ...stored, mediaIds: [] }, calledAt);
    const found = (await platform.find?.(session, post)) ?? null;
    const known = await knownIds(services.db, tenantId, stored, found ?? []);
    const ours = found?.find(({ externalId }) => externalId !== null && !known.has(externalId));
    if (ours) return { kind: 'published', ...ours };
    // A platform may show a post some time after it accepted it.
    if (found && last) return { kind: 'failed', message: `${platform.label} has no such post. Retry to publish it.` };
  } catch (error) {
    services.log.info({ postId: stored._id, reason: (error as Error).message }, 'a social post could not be looked up');
  }
  return { kind: 'lookAgain' };
}

const longestProcessingMs = 6 * 3_600_000;

/** Checks whether a platform shows an accepted post. Errors that are not about the video give no result. */
export async function confirmPost(
  services: Services,
  context: Context,
  { connectionId, externalId, postUrl }: Post,
  calledAt: Date | null,
): Promise<Outcome> {
  const waiting: Outcome = { kind: 'accepted', externalId, url: postUrl };
  let label = 'The platform';
  try {
    const { platform, session } = await openSession(services, context.caller.tenantId, String(connectionId));
    label = platform.label;
    if (!platform.confirm) return { kind: 'published', externalId, url: postUrl };
    const outcome = shownOrAccepted(await platform.confirm(session, String(externalId)));
    if (outcome.kind === 'published') return outcome;
  } catch (error) {
    if (error instanceof Refused)
      return { kind: 'failed', message: `${label} could not show the post. ${error.message}` };
    services.log.info({ reason: (error as Error).message }, 'a social post could not be confirmed');
  }
  if (calledAt !== null && Date.now() - calledAt.getTime() < longestProcessingMs) return waiting;
  return {
    kind: 'unconfirmed',
    message: unconfirmedMessage(label, 'It has not processed the video within six hours.'),
  };
}
