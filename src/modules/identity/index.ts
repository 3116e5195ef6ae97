import { defineModule } from '#core/module.ts';
import { provision } from './actions/account/provision.ts';
import { invitationActions } from './actions/invitations/invite.ts';
import { listSecurityEvents } from './actions/list-security-events.ts';
import { meActions } from './actions/me/change-me.ts';
import { oauthActions } from './actions/oauth/begin-oauth.ts';
import { passwordActions } from './actions/passwords/reset-password.ts';
import { registrationActions } from './actions/registration/register.ts';
import { sessionActions } from './actions/sessions/list-sessions.ts';
import { login } from './actions/sessions/login.ts';
import { searchUsers } from './actions/users/search-users.ts';
import { unlockUser } from './actions/users/unlock-user.ts';
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
import { accountActions } from './tenants/account.ts';

export const identity = defineModule({
  key: 'identity',
  label: 'Identity',
  models: [users, roles, teams, teamUsers, departments, departmentUsers, employees, contractors, apiKeys],
  actions: [
    login,
    ...sessionActions,
    ...passwordActions,
    ...registrationActions,
    ...invitationActions,
    ...oauthActions,
    provision,
    ...accountActions,
    ...meActions,
    searchUsers,
    unlockUser,
    listSecurityEvents,
  ],
  jobs: [accountMail, identityCleaning],
  background: (services) => lastUsed(services),
  sealedColumns: [{ table: 'oauth_states', column: 'verifier' }],
});
