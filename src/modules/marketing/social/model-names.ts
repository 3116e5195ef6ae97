import type { Context } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';

const modelNamed =
  (module: string, slug: string) =>
  ({ registry }: Pick<Context, 'registry'>): Model => {
    const model = registry.find(module, slug);
    if (!model) throw new Error(`the model ${module}.${slug} is missing`);
    return model;
  };

/** Models as a tenant has them, with its custom fields. */
export const socialConnections = modelNamed('marketing', 'socialConnections');
export const socialPosts = modelNamed('marketing', 'socialPosts');
export const campaignChannelSocial = modelNamed('marketing', 'campaignChannelSocial');
export const campaigns = modelNamed('marketing', 'campaigns');
export const storedFiles = modelNamed('data', 'storedFiles');
