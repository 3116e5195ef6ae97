import { together } from '#core/background.ts';
import { companyKey } from '#core/company/company.ts';
import type { Job } from '#core/jobs/job.ts';
import { defineModule } from '#core/modules/module.ts';
import { accountActions } from './actions/account/index.ts';
import { changeCompany } from './actions/company/change-company.ts';
import { readCompany } from './actions/company/read-company.ts';
import { invitationActions } from './actions/invitations/index.ts';
import { listSecurityEvents } from './actions/list-security-events.ts';
import { meActions } from './actions/me/index.ts';
import { oauthActions } from './actions/oauth/index.ts';
import { passwordActions } from './actions/passwords/index.ts';
import { registrationActions } from './actions/registration/index.ts';
import { sessionActions } from './actions/sessions/index.ts';
import { userActions } from './actions/users/index.ts';
import { companyRule } from './company/company-rule.ts';
import { logoPage } from './company/logo-page.ts';
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
import { securityEvents } from './security-events/security-event.ts';
import { lastUsed } from './sign-in/last-used.ts';
import { userReader } from './sql/user-reader.ts';
import { accountEvents } from './tenants/account.ts';
import { ScreenMaker } from './tenants/screen-maker.ts';
import { transferRecords } from './transfer/transfer-job.ts';

export const identity = defineModule({
  key: 'identity',
  label: 'Identity',
  users: userReader,
  writesNeedAdmin: true,
  otherEvents: [accountEvents, securityEvents],
  models: [users, roles, teams, teamUsers, departments, departmentUsers, employees, contractors, apiKeys],
  actions: [
    ...sessionActions,
    ...passwordActions,
    ...registrationActions,
    ...invitationActions,
    ...oauthActions,
    ...accountActions,
    readCompany,
    changeCompany,
    ...meActions,
    ...userActions,
    listSecurityEvents,
  ],
  pages: [logoPage],
  settingRules: { [companyKey]: companyRule },
  jobs: [accountMail, identityCleaning, transferRecords as Job],
  background: (services) => together([lastUsed(services), new ScreenMaker(services)]),
  tables: ['account_mails', 'oauth_states', 'one_time_tokens', 'sessions', 'sign_in_attempts', 'user_identities'],
  sealedColumns: [{ table: 'oauth_states', column: 'verifier' }],
});
