import {
  type Icon,
  IconChartBar,
  IconChartHistogram,
  IconCopy,
  IconDatabase,
  IconHome,
  IconInbox,
  IconMail,
  IconSettings,
  IconSpeakerphone,
  IconTableExport,
} from '@tabler/icons-react';
import { useCan } from '~/metadata/access.ts';

export interface FixedPage {
  /** A key of the namespace `shell`. */
  readonly label: string;
  readonly path: string;
  readonly icon: Icon;
  /** The page is shown to people with at least one of these scopes, or to everybody when the list is empty. */
  readonly scopes: readonly string[];
  /** A model, such as `sales.opportunities`. The page is listed in the first workspace with a screen of that model. */
  readonly model?: string;
  /** True for a page that is opened from other pages and found by the palette, so that the sidebar stays short. */
  readonly isOutsideSidebar?: boolean;
}

/** The pages of the console that do not come from workspaces. A new area adds its entry here. */
const fixedPages: readonly FixedPage[] = [
  { label: 'pages.home', path: '/', icon: IconHome, scopes: [] },
  { label: 'pages.inbox', path: '/inbox', icon: IconInbox, scopes: ['communications:read'] },
  { label: 'pages.dashboards', path: '/dashboards', icon: IconChartBar, scopes: ['ui:read'] },
  { label: 'pages.mail', path: '/mail', icon: IconMail, scopes: ['communications:read'] },
  { label: 'pages.marketing', path: '/marketing', icon: IconSpeakerphone, scopes: ['marketing:read', 'forms:read'] },
  {
    label: 'pages.forecast',
    path: '/forecast',
    icon: IconChartHistogram,
    scopes: ['sales:read'],
    model: 'sales.opportunities',
  },
  { label: 'pages.duplicates', path: '/duplicates', icon: IconCopy, scopes: ['sales:write'] },
  { label: 'pages.exports', path: '/exports', icon: IconTableExport, scopes: ['data:read'], isOutsideSidebar: true },
  { label: 'pages.models', path: '/models', icon: IconDatabase, scopes: [] },
  {
    label: 'pages.admin',
    path: '/admin',
    icon: IconSettings,
    scopes: [
      'identity:admin',
      'data:admin',
      'sales:admin',
      'ui:admin',
      'integrations:read',
      'ai:admin',
      'platform:admin',
    ],
  },
];

/** The pages that the person may open. */
export function usePages(): readonly FixedPage[] {
  const can = useCan();
  return fixedPages.filter(({ scopes }) => scopes.length === 0 || scopes.some((scope) => can.scope(scope)));
}
