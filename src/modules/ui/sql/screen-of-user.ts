import { hasRole, isInTeam } from '../../identity/contract.ts';

/** The fields of a screen that a user's list of screens shows. */
const shown = {
  _id: 'id',
  name: 'name',
  description: 'description',
  modelKey: 'model_key',
  layout: 'layout',
  columns: 'columns',
  defaultFilter: 'default_filter',
  defaultSort: 'default_sort',
  groupByField: 'group_by_field',
  dateField: 'date_field',
  dashboardId: 'dashboard_id',
  pageSize: 'page_size',
  icon: 'icon',
  color: 'color',
  active: 'active',
};

/** SQL of the screen of a row of ui_user_screens, if the user belongs to the audience of the screen. */
export function screenOfUser(alias: string): string {
  const columns = Object.entries(shown).map(([key, column]) => `s.${column} as "${key}"`);
  const open = 'coalesce(cardinality(s.role_names), 0) = 0 and coalesce(cardinality(s.team_ids), 0) = 0';
  const ofRole = hasRole(`${alias}.tenant_id`, `${alias}.user_id`, 's.role_names');
  const ofTeam = isInTeam(`${alias}.tenant_id`, `${alias}.user_id`, 's.team_ids');
  return `(select row_to_json(r) from (select ${columns.join(', ')} from ui_screens s
    where s.tenant_id = ${alias}.tenant_id and s.id = ${alias}.screen_id and (${open} or ${ofRole} or ${ofTeam})) r)`;
}
