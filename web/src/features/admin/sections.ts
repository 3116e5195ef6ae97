import {
  type Icon,
  IconActivity,
  IconBuilding,
  IconBuildingSkyscraper,
  IconCoin,
  IconDatabaseCog,
  IconKey,
  IconLayoutGrid,
  IconLayoutSidebar,
  IconShieldLock,
  IconSitemap,
  IconSparkles,
  IconTrash,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react';

/** A page of the administration. Its name and its description are texts of `sections.<key>`. */
export interface AdminSection {
  readonly key: string;
  readonly path: string;
  readonly icon: Icon;
  /** Who may see it; everybody when absent. */
  readonly scope?: string;
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
      { key: 'apiKeys', path: '/admin/api-keys', icon: IconKey, scope: 'identity:read' },
      { key: 'security', path: '/admin/security', icon: IconShieldLock, scope: 'identity:admin' },
    ],
  },
  {
    key: 'data',
    sections: [
      { key: 'models', path: '/admin/models', icon: IconDatabaseCog, scope: 'data:admin' },
      { key: 'webhooks', path: '/admin/webhooks', icon: IconWebhook, scope: 'integrations:read' },
      { key: 'jobs', path: '/admin/jobs', icon: IconActivity, scope: 'data:read' },
      { key: 'trash', path: '/admin/trash', icon: IconTrash },
    ],
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
      { key: 'ai', path: '/admin/ai', icon: IconSparkles, scope: 'ui:admin' },
      { key: 'aiUsage', path: '/admin/ai-usage', icon: IconCoin, scope: 'ai:read' },
    ],
  },
  {
    key: 'operator',
    sections: [{ key: 'tenants', path: '/admin/tenants', icon: IconBuildingSkyscraper, scope: 'platform:admin' }],
  },
];

const allSections = sectionGroups.flatMap(({ sections }) => sections);

/** The section to which a path of the console belongs. */
export const sectionOf = (path: string): AdminSection | undefined =>
  allSections.find((section) => path === section.path || path.startsWith(`${section.path}/`));
