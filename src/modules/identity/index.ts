import { defineModule } from '#core/module.ts';
import { accountActions } from './actions/account.ts';
import { invitationActions } from './actions/invitations.ts';
import { login } from './actions/login.ts';
import { meActions } from './actions/me.ts';
import { oauthActions } from './actions/oauth.ts';
import { passwordActions } from './actions/passwords.ts';
import { provision } from './actions/provision.ts';
import { registrationActions } from './actions/registration.ts';
import { listSecurityEvents } from './actions/security-events.ts';
import { sessionActions } from './actions/sessions.ts';
import { unlockUser } from './actions/unlock.ts';
import { searchUsers } from './actions/user-search.ts';
import { accountMail } from './jobs/account-mails.ts';
import { identityCleaning } from './jobs/cleaning.ts';
import { lastUsed } from './last-used.ts';
import { apiKeys } from './models/apiKeys.ts';
import { contractors } from './models/contractors.ts';
import { departments } from './models/departments.ts';
import { departmentUsers } from './models/departmentUsers.ts';
import { employees } from './models/employees.ts';
import { roles } from './models/roles.ts';
import { teams } from './models/teams.ts';
import { teamUsers } from './models/teamUsers.ts';
import { users } from './models/users.ts';

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
