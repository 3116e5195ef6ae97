import { defineModule } from '#core/module.ts';
import { login } from './actions/login.ts';
import { provision } from './actions/provision.ts';
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
  models: [users, roles, teams, teamUsers, departments, departmentUsers, employees, contractors],
  actions: [login, provision],
});
