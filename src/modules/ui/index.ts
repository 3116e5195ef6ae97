import { statuses } from '#core/models/children.ts';
import { defineModule } from '#core/module.ts';
import { components } from './models/components.ts';
import { dashboards } from './models/dashboards.ts';
import { drafts } from './models/drafts.ts';
import { enterpriseProductAnnouncements } from './models/enterpriseProductAnnouncements.ts';
import { recordRecentViews } from './models/recordRecentViews.ts';
import { registeredComponents } from './models/registeredComponents.ts';
import { screenActions } from './models/screenActions.ts';
import { screenComponents } from './models/screenComponents.ts';
import { screens } from './models/screens.ts';
import { settings } from './models/settings.ts';
import { supportTicketResolutions } from './models/supportTicketResolutions.ts';
import { supportTickets } from './models/supportTickets.ts';
import { userScreens } from './models/userScreens.ts';
import { workspaces } from './models/workspaces.ts';

export const ui = defineModule({
  key: 'ui',
  label: 'UI',
  models: [
    screens,
    statuses('screenStatuses'),
    screenActions,
    screenComponents,
    userScreens,
    workspaces,
    components,
    registeredComponents,
    dashboards,
    drafts,
    recordRecentViews,
    supportTickets,
    supportTicketResolutions,
    enterpriseProductAnnouncements,
    settings,
  ],
});
