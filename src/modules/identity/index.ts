import { defineModule, together } from '#core/module.ts';
import { accountActions } from './actions/account/index.ts';
import { invitationActions } from './actions/invitations/index.ts';
import { listSecurityEvents } from './actions/list-security-events.ts';
import { meActions } from './actions/me/index.ts';
import { oauthActions } from './actions/oauth/index.ts';
import { passwordActions } from './actions/passwords/index.ts';
import { registrationActions } from './actions/registration/index.ts';
import { sessionActions } from './actions/sessions/index.ts';
import { userActions } from './actions/users/index.ts';
import { accountMail } from './jobs/account-mail.ts';
import { identityCleaning } from './jobs/cleaning.ts';
import { apiKeys } from './models/apiKeys.ts';
import { contractors } from './models/contractors.ts';
import { departments } from './models/departments.ts';
import { departmentUsers } from './models/departmentUsers.ts';
import { employees } from './models/employees.ts';
import { roles } from './models/roles.ts';
import { teams } from './models/teams.ts';
import { teamUsers } from './models/teamUsers.ts';
import { users } from './models/users.ts';
import { lastUsed } from './sign-in/last-used.ts';
import { ScreenMaker } from './tenants/screen-maker.ts';

export const identity = defineModule({
  key: 'identity',
  label: 'Identity',
  models: [users, roles, teams, teamUsers, departments, departmentUsers, employees, contractors, apiKeys],
  actions: [
    ...sessionActions,
    ...passwordActions,
    ...registrationActions,
    ...invitationActions,
    ...oauthActions,
    ...accountActions,
    ...meActions,
    ...userActions,
    listSecurityEvents,
  ],
  jobs: [accountMail, identityCleaning],
  background: (services) => together([lastUsed(services), new ScreenMaker(services)]),
  sealedColumns: [{ table: 'oauth_states', column: 'verifier' }],
});
