import type { Context } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';

const modelNamed =
  (slug: string) =>
  ({ registry }: Pick<Context, 'registry'>): Model => {
    const model = registry.find('ai', slug);
    if (!model) throw new Error(`the model ai.${slug} is missing`);
    return model;
  };

/** The models of this module as a tenant has them, with its custom fields. */
export const aiCompletionLogs = modelNamed('aiCompletionLogs');
export const aiConversations = modelNamed('aiConversations');
export const aiMessages = modelNamed('aiMessages');
export const aiPendingActions = modelNamed('aiPendingActions');
