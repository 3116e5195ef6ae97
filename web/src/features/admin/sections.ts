import {
  type Icon,
  IconActivity,
  IconBuilding,
  IconBuildingSkyscraper,
  IconClockHour4,
  IconCoin,
  IconDatabaseCog,
  IconId,
  IconKey,
  IconLayoutGrid,
  IconLayoutSidebar,
  IconProgressCheck,
  IconShieldLock,
  IconSitemap,
  IconSparkles,
  IconTargetArrow,
  IconTrash,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react';

/** A page of the administration. Its name and description are texts of `sections.<key>`. */
export interface AdminSection {
  readonly key: string;
  readonly path: string;
  readonly icon: Icon;
  /** The page is visible to people with this scope, or with one of these scopes; without a scope, to everybody. */
  readonly scope?: string | readonly string[];
}

export interface SectionGroup {
  readonly key: string;
  readonly sections: readonly AdminSection[];
}

export const sectionGroups: readonly SectionGroup[] = [
  {
    key: 'people',
    sections: [
      { key: 'users', path: '/admin/users', icon: IconUsers, scope: 'identity:read' },
      { key: 'roles', path: '/admin/roles', icon: IconUserShield, scope: 'identity:read' },
      { key: 'teams', path: '/admin/teams', icon: IconUsersGroup, scope: 'identity:read' },
      { key: 'departments', path: '/admin/departments', icon: IconSitemap, scope: 'identity:read' },
    ],
  },
  {
    key: 'access',
    sections: [
      { key: 'account', path: '/admin/account', icon: IconBuilding, scope: 'identity:read' },
      { key: 'company', path: '/admin/company', icon: IconId, scope: 'identity:admin' },
      { key: 'apiKeys', path: '/admin/api-keys', icon: IconKey, scope: 'identity:read' },
      { key: 'security', path: '/admin/security', icon: IconShieldLock, scope: 'identity:admin' },
    ],
  },
  {
    key: 'data',
    sections: [
      { key: 'models', path: '/admin/models', icon: IconDatabaseCog, scope: 'data:admin' },
      { key: 'statuses', path: '/admin/statuses', icon: IconProgressCheck, scope: 'sales:read' },
      { key: 'webhooks', path: '/admin/webhooks', icon: IconWebhook, scope: 'integrations:read' },
      { key: 'jobs', path: '/admin/jobs', icon: IconActivity, scope: 'data:read' },
      { key: 'trash', path: '/admin/trash', icon: IconTrash },
    ],
  },
  {
    key: 'sales',
    sections: [{ key: 'leads', path: '/admin/leads', icon: IconTargetArrow, scope: 'sales:admin' }],
  },
  {
    key: 'marketing',
    sections: [{ key: 'sending', path: '/admin/sending', icon: IconClockHour4, scope: 'marketing:admin' }],
  },
  {
    key: 'console',
    sections: [
      { key: 'workspaces', path: '/admin/workspaces', icon: IconLayoutSidebar, scope: 'ui:admin' },
      { key: 'screens', path: '/admin/screens', icon: IconLayoutGrid, scope: 'ui:admin' },
    ],
  },
  {
    key: 'ai',
    sections: [
      { key: 'ai', path: '/admin/ai', icon: IconSparkles, scope: ['ui:admin', 'ai:admin'] },
      { key: 'aiUsage', path: '/admin/ai-usage', icon: IconCoin, scope: 'ai:read' },
    ],
  },
  {
    key: 'operator',
    sections: [{ key: 'tenants', path: '/admin/tenants', icon: IconBuildingSkyscraper, scope: 'platform:admin' }],
  },
];

/** True when a person may see a page with these scopes. Without scopes, everybody may. */
export const mayOpen = (scope: AdminSection['scope'], has: (scope: string) => boolean): boolean =>
  scope === undefined || [scope].flat().some(has);

const allSections = sectionGroups.flatMap(({ sections }) => sections);

/** The section of a console path. */
export const sectionOf = (path: string): AdminSection | undefined =>
  allSections.find((section) => path === section.path || path.startsWith(`${section.path}/`));
