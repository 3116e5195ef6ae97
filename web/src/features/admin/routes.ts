import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { screenAdminRoutes } from './screens/routes.ts';

type Load = Parameters<typeof lazyRouteComponent>[0];

export const adminRoutes = (parent: AnyRoute): AnyRoute[] => {
  const admin = createRoute({
    getParentRoute: () => parent,
    path: 'admin',
    component: lazyRouteComponent(() => import('./layout/admin-layout.tsx'), 'AdminLayout'),
  });
  const page = (path: string, load: Load, name: string) =>
    createRoute({ getParentRoute: () => admin, path, component: lazyRouteComponent(load, name as never) });
  const children: AnyRoute[] = [
    page('/', () => import('./admin-page.tsx'), 'AdminPage'),
    page('users', () => import('./users/users-page.tsx'), 'UsersPage'),
    page('users/$id', () => import('./users/user-page.tsx'), 'UserPage'),
    page('roles', () => import('./roles/roles-page.tsx'), 'RolesPage'),
    page('roles/$id', () => import('./roles/role-page.tsx'), 'RolePage'),
    page('teams', () => import('./groups/teams-page.tsx'), 'TeamsPage'),
    page('teams/$id', () => import('./groups/team-page.tsx'), 'TeamPage'),
    page('departments', () => import('./groups/departments-page.tsx'), 'DepartmentsPage'),
    page('departments/$id', () => import('./groups/department-page.tsx'), 'DepartmentPage'),
    page('account', () => import('./account/account-page.tsx'), 'AccountPage'),
    page('company', () => import('./company/company-page.tsx'), 'CompanyPage'),
    page('api-keys', () => import('./keys/keys-page.tsx'), 'KeysPage'),
    page('security', () => import('./security/security-page.tsx'), 'SecurityPage'),
    page('models', () => import('./models/models-page.tsx'), 'ModelsPage'),
    page('models/$moduleKey/$slug', () => import('./models/model-page.tsx'), 'ModelPage'),
    page('statuses', () => import('./statuses/statuses-page.tsx'), 'StatusesPage'),
    page('webhooks', () => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
    page('webhooks/$id', () => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
    page('jobs', () => import('./jobs/jobs-page.tsx'), 'JobsPage'),
    page('trash', () => import('./trash/trash-page.tsx'), 'TrashPage'),
    page('leads', () => import('./leads/lead-rules-page.tsx'), 'LeadRulesPage'),
    page('sending', () => import('./sending/sending-page.tsx'), 'SendingPage'),
    page('ai', () => import('./ai/settings-page.tsx'), 'SettingsPage'),
    page('ai-usage', () => import('./ai/usage-page.tsx'), 'UsagePage'),
    page('tenants', () => import('./tenants/tenants-page.tsx'), 'TenantsPage'),
    ...screenAdminRoutes(admin),
  ];
  return [admin.addChildren(children)];
};
