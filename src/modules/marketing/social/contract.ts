import { actionHandle } from '#core/action.ts';
import type { publishSocialPost as PublishSocialPost } from './actions/publish-social-post.ts';

/** The actions by which campaigns start, pause, resume and end their posts. */

export const publishSocialPost = actionHandle<typeof PublishSocialPost>('marketing.publishSocialPost');
export { cancelPosts, pausePosts, resumePosts } from './posts/pause-posts.ts';
