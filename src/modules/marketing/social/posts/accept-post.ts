import type { Context, TransactionContext } from '#core/context.ts';
import { AppError, invalid, validationFailed } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { isId } from '#lib/ids.ts';
import { withLimits } from '../connections/limits-of.ts';
import { socialConnections } from '../model-names.ts';
import { isPlatformName } from '../platform-names.ts';
import { loadPlatform } from '../platforms/index.ts';
import type { Platform } from '../platforms/platform.ts';
import { approvalRole } from '../settings/tenant-settings.ts';
import { checkPost } from './check-post.ts';
import { describeMedia } from './media-facts.ts';
import type { Post } from './post.ts';
import { requireVariants } from './post-input.ts';
import { readMedia } from './read-media.ts';

interface ConnectionFields {
  readonly _id: string;
  readonly platform: string;
  readonly status: string;
  readonly name: string;
  readonly limits: unknown;
}

/** Reads the connection of a post, if the caller may read it. */
async function readConnectionOf(context: Context, id: string | null): Promise<ConnectionFields> {
  if (id === null || !isId(id))
    throw invalid('connectionId', 'reference_not_found', 'must be the id of a social connection');
  try {
    const { body } = await invoke(context, operations.get, socialConnections(context), { id, query: {} });
    return JSON.parse(body) as ConnectionFields;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found')
      throw invalid('connectionId', 'reference_not_found', 'must be the id of a social connection');
    throw error;
  }
}

async function platformOf({ platform, limits }: ConnectionFields): Promise<Platform> {
  if (!isPlatformName(platform)) throw new Error(`${platform} is no platform`);
  return withLimits(await loadPlatform(platform), limits);
}

type Content = Pick<Post, 'connectionId' | 'content' | 'variants' | 'linkUrl' | 'mediaIds'>;

/** Checks a post against the limits of its platform. Throws an error that names each field. */
export async function checkContent(context: Context, post: Content): Promise<Platform> {
  requireVariants(post.variants);
  if (post.linkUrl !== null && !(/^https?:\/\/\S+$/i.test(post.linkUrl) && URL.canParse(post.linkUrl)))
    throw invalid('linkUrl', 'invalid_format', 'must be an http or https address such as https://example.com');
  const platform = await platformOf(await readConnectionOf(context, post.connectionId));
  const files = await readMedia(context, post.mediaIds ?? []);
  const problems = checkPost(platform, { ...post, media: await describeMedia(files) });
  if (problems.count > 0) throw validationFailed(problems.details, problems.count);
  return platform;
}

/** The platform of a connection that the caller may read, with the limits of its server. */
export const connectedPlatform = async (context: Context, connectionId: string): Promise<Platform> =>
  platformOf(await readConnectionOf(context, connectionId));

/** Throws unless posts of the connection can be published now. */
export async function requireUsable(context: Context, connectionId: string | null): Promise<void> {
  const { status, name } = await readConnectionOf(context, connectionId);
  if (status === 'needsReauthorization')
    throw new AppError('conflict', `The connection ${name} must be authorized again. Reconnect it first.`);
  if (status === 'disabled') throw new AppError('conflict', `The connection ${name} is disabled. Enable it first.`);
}

/** True when a post of the caller needs approval by somebody with the approval role. */
export async function needsApproval(context: Context): Promise<boolean> {
  const role = await approvalRole(context);
  return role !== undefined && !mayApprove(context, role);
}

export const mayApprove = ({ caller }: Pick<TransactionContext, 'caller'>, role: string): boolean =>
  caller.userId === null || caller.roles.includes(role) || caller.access.reach('marketing:admin') === 'all';
