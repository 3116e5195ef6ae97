import { defineModule } from '#core/modules/module.ts';
import { approvePendingAction } from './actions/approve-pending-action.ts';
import { chatMessage } from './actions/chat-message.ts';
import { chatStream } from './actions/chat-stream.ts';
import { completeText } from './actions/complete.ts';
import { draftEmail } from './actions/draft-email.ts';
import { extract } from './actions/extract.ts';
import { generateImage } from './actions/generate-image.ts';
import { getUsage } from './actions/get-usage.ts';
import { listModels } from './actions/list-models.ts';
import { mcp } from './actions/mcp.ts';
import { getProtectedResource } from './actions/protected-resource.ts';
import { queryByWords } from './actions/query.ts';
import { rejectPendingAction } from './actions/reject-pending-action.ts';
import { findImages } from './actions/search-images.ts';
import { summarize } from './actions/summarize.ts';
import { undoCompletion } from './actions/undo-completion.ts';
import { runningCompletions } from './completion/running-completions.ts';
import { settingRules } from './configuration/check-setting.ts';
import { rememberedConfigurations } from './configuration/read-configuration.ts';
import { contentCleaning } from './jobs/content-cleaning.ts';
import { expirePendingActions } from './jobs/expire-pending-actions.ts';
import { aiCompletionLogs } from './models/aiCompletionLogs.ts';
import { aiConversations } from './models/aiConversations.ts';
import { aiMessages } from './models/aiMessages.ts';
import { aiModelPrices } from './models/aiModelPrices.ts';
import { aiPendingActions } from './models/aiPendingActions.ts';

export const ai = defineModule({
  key: 'ai',
  label: 'AI',
  models: [aiCompletionLogs, aiConversations, aiMessages, aiModelPrices, aiPendingActions],
  actions: [
    completeText,
    chatMessage,
    chatStream,
    generateImage,
    findImages,
    approvePendingAction,
    rejectPendingAction,
    undoCompletion,
    getUsage,
    listModels,
    summarize,
    draftEmail,
    extract,
    queryByWords,
    mcp,
    getProtectedResource,
  ],
  jobs: [contentCleaning, expirePendingActions],
  services: [runningCompletions, rememberedConfigurations],
  background: (services) => services.of(runningCompletions),
  tables: ['ai_daily_use', 'ai_running'],
  settingRules,
});
