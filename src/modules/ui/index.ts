import { defineModule } from '#core/modules/module.ts';
import { statuses } from '#core/statuses/status-model.ts';
import { discardDraft } from './actions/discard-draft.ts';
import { dismissAnnouncement } from './actions/dismiss-announcement.ts';
import { getDashboardData } from './actions/get-dashboard-data.ts';
import { getDraft } from './actions/get-draft.ts';
import { listAnnouncements } from './actions/list-announcements.ts';
import { listTasks } from './actions/list-tasks.ts';
import { previewWidget } from './actions/preview-widget.ts';
import { recordView } from './actions/record-view.ts';
import { saveDraft } from './actions/save-draft.ts';
import { searchRecords } from './actions/search-records.ts';
import { draftsCleaning } from './jobs/drafts-cleaning.ts';
import { announcementDismissals } from './models/announcementDismissals.ts';
import { components } from './models/components.ts';
import { dashboards } from './models/dashboards.ts';
import { drafts } from './models/drafts.ts';
import { enterpriseProductAnnouncements } from './models/enterpriseProductAnnouncements.ts';
import { recordRecentViews } from './models/recordRecentViews.ts';
import { registeredComponents } from './models/registeredComponents.ts';
import { savedViews } from './models/savedViews.ts';
import { screenActions } from './models/screenActions.ts';
import { screenComponents } from './models/screenComponents.ts';
import { screens } from './models/screens.ts';
import { settings } from './models/settings.ts';
import { supportTicketResolutions } from './models/supportTicketResolutions.ts';
import { supportTickets } from './models/supportTickets.ts';
import { userScreens } from './models/userScreens.ts';
import { workspaces } from './models/workspaces.ts';
import { settingReader } from './sql/setting-reader.ts';
import { screenStatuses } from './standard-statuses.ts';

export const ui = defineModule({
  key: 'ui',
  label: 'UI',
  models: [
    screens,
    statuses('screenStatuses', { standard: screenStatuses }),
    screenActions,
    screenComponents,
    userScreens,
    savedViews,
    workspaces,
    components,
    registeredComponents,
    dashboards,
    drafts,
    recordRecentViews,
    supportTickets,
    supportTicketResolutions,
    enterpriseProductAnnouncements,
    announcementDismissals,
    settings,
  ],
  actions: [
    listAnnouncements,
    listTasks,
    dismissAnnouncement,
    getDashboardData,
    previewWidget,
    saveDraft,
    getDraft,
    discardDraft,
    recordView,
    searchRecords,
  ],
  jobs: [draftsCleaning],
  settings: settingReader,
});
