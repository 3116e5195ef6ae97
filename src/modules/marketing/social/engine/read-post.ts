import type { Context, Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { writeShareToken } from '#core/files/share-link.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { newId } from '#lib/ids.ts';
import { ConnectionNotUsable } from '../connections/open-session.ts';
import { socialConnections, socialPosts, storedFiles } from '../model-names.ts';
import type { Media, OutgoingPost, Platform } from '../platforms/platform.ts';
import { kindOf } from '../posts/check-post.ts';
import { readFacts } from '../posts/media-facts.ts';
import type { Post } from '../posts/post.ts';
import { postText } from '../posts/post-text.ts';
import { readMedia } from '../posts/read-media.ts';

const linkLifetimeMs = 24 * 3_600_000;

/** Reads a post in the context of the platform in its tenant; undefined when it was deleted. */
export async function readStoredPost(context: Context, id: string): Promise<Post | undefined> {
  try {
    const { body } = await invoke(context, operations.get, socialPosts(context), { id, query: {} });
    return JSON.parse(body) as Post;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/**
 * Returns the context of the post's owner, for whom it is published, with the owner's current permissions and not those
 * at the time of writing.
 */
export async function actAsOwner(services: Services, context: Context, post: Post): Promise<Context> {
  const { tenantId } = context.caller;
  const owner = post.ownerId === null ? undefined : await services.directory.actor(tenantId, post.ownerId);
  if (!owner)
    throw new ConnectionNotUsable(
      'The owner of the post is gone or deactivated. Give it to somebody else, then retry.',
    );
  if (owner.access.reach('marketing:write') === undefined)
    throw new ConnectionNotUsable('The owner of the post may not publish: the permission marketing:write is missing.');
  const acting: Context = { services, caller: owner, registry: context.registry, requestId: newId() };
  await requireReadable(acting, String(post.connectionId));
  return acting;
}

async function requireReadable(acting: Context, connectionId: string): Promise<void> {
  try {
    await invoke(acting, operations.get, socialConnections(acting), { id: connectionId, query: {} });
  } catch (error) {
    if (error instanceof AppError)
      throw new ConnectionNotUsable('The owner of the post may not use the connection any more.');
    throw error;
  }
}

/** The content for the platform. Files are read with the permissions of the owner. */
export async function outgoingPost(
  acting: Context,
  platform: Platform,
  post: Post,
  calledAt: Date | null = null,
): Promise<OutgoingPost> {
  const files = await readMedia(acting, post.mediaIds ?? []);
  const { services, caller } = acting;
  const expiresAtMs = Date.now() + linkLifetimeMs;
  const media = files.map((file, at): Media => {
    const kind = kindOf(file.mimeType);
    if (!kind) throw new ConnectionNotUsable(`${file.name} is neither an image nor a video.`);
    const model = storedFiles(acting).name;
    const shared = { tenantId: caller.tenantId, model, recordId: file.id, expiresAtMs, byPlatform: true };
    return {
      id: file.id,
      name: file.name,
      type: file.mimeType,
      kind,
      size: file.size,
      tag: file.tag,
      altText: post.altTexts?.[at]?.trim() ?? '',
      bytes: async () => Buffer.concat(await (await file.read()).toArray()),
      stream: (range) => file.read(range),
      picture: async () => (await readFacts(file))?.picture,
      publicUrl: `${services.publicUrl()}/f/${writeShareToken(services.vault, shared)}`,
    };
  });
  return {
    id: post._id,
    text: postText(post, platform.name, platform.limits),
    linkUrl: post.linkUrl,
    media,
    createdAt: new Date(post.createdAt),
    calledAt,
  };
}
