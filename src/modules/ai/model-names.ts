import { modelNamed } from '#core/models/model-named.ts';

/** The models of this module in a tenant's registry, with its custom fields. */
export const aiCompletionLogs = modelNamed('ai', 'aiCompletionLogs');
export const aiConversations = modelNamed('ai', 'aiConversations');
export const aiMessages = modelNamed('ai', 'aiMessages');
export const aiPendingActions = modelNamed('ai', 'aiPendingActions');
