import { defineModule } from '#core/module.ts';
import { login } from './actions/login.ts';
import { oauthActions } from './actions/oauth.ts';
import { passwordActions } from './actions/passwords.ts';
import { provision } from './actions/provision.ts';
import { registrationActions } from './actions/registration.ts';
import { sessionActions } from './actions/sessions.ts';
import { accountMail } from './jobs/account-mails.ts';
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

export const identity = defineModule({
  key: 'identity',
  label: 'Identity',
  models: [users, roles, teams, teamUsers, departments, departmentUsers, employees, contractors, apiKeys],
  actions: [login, ...sessionActions, ...passwordActions, ...registrationActions, ...oauthActions, provision],
  jobs: [accountMail, identityCleaning],
});
