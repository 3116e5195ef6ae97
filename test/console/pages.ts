import type { Client } from '../harness.ts';

interface ConsolePage {
  /** The name of its screenshots. */
  readonly name: string;
  /** The address below `/app`. Undefined when it belongs to a record and there is none. */
  readonly at: string | ((client: Client) => Promise<string | undefined>);
  /** True for pages of people who are not signed in. */
  readonly signedOut?: boolean;
}

/** The address of the first record of a model; undefined in an empty account. */
const firstOf =
  (path: string, address: (id: string) => string, query = '') =>
  async (client: Client): Promise<string | undefined> => {
    const { status, body, text } = await client.get(`/api/${path}?limit=1&fields=_id${query}`);
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text}`);
    const id: string | undefined = body.data[0]?._id;
    return id === undefined ? undefined : address(id);
  };

const list = (path: string): ConsolePage => ({ name: `list-${path.replace('/', '-')}`, at: `/m/${path}` });
const record = (path: string): ConsolePage => ({
  name: `record-${path.replace('/', '-')}`,
  at: firstOf(path, (id) => `/m/${path}/${id}`),
});
const form = (path: string): ConsolePage => ({ name: `new-${path.replace('/', '-')}`, at: `/m/${path}/new` });

/**
 * Every page of the console: tests open them all, and `npm run screenshots` takes pictures of them. A new page is added
 * here.
 */
export const consolePages: readonly ConsolePage[] = [
  { name: 'sign-in', at: '/sign-in', signedOut: true },
  { name: 'forgot-password', at: '/forgot-password', signedOut: true },
  { name: 'register', at: '/register', signedOut: true },
  { name: 'verify-email', at: '/verify-email?token=t0ken', signedOut: true },
  { name: 'reset-password', at: '/reset-password?token=t0ken', signedOut: true },
  { name: 'accept-invitation', at: '/accept-invitation?token=t0ken', signedOut: true },
  { name: 'home', at: '/' },
  { name: 'tasks', at: '/tasks' },
  list('sales/contacts'),
  list('sales/accounts'),
  list('sales/leads'),
  list('sales/opportunities'),
  list('ui/supportTickets'),
  list('marketing/campaigns'),
  record('sales/contacts'),
  record('sales/accounts'),
  record('sales/leads'),
  record('sales/opportunities'),
  record('ui/supportTickets'),
  record('communications/emails'),
  record('marketing/segments'),
  record('marketing/workflows'),
  record('marketing/workflowEnrollments'),
  form('sales/contacts'),
  form('sales/opportunities'),
  form('inventory/assets'),
  form('marketing/segments'),
  form('marketing/workflows'),
  { name: 'screen', at: firstOf('ui/screens', (id) => `/s/${id}`) },
  { name: 'forecast', at: '/forecast' },
  { name: 'exports', at: '/exports' },
  { name: 'duplicates', at: '/duplicates' },
  {
    name: 'merge',
    at: async (client) => {
      const { body } = await client.get('/api/data/duplicates?model=sales.contacts&limit=1');
      const ids: string[] | undefined = body.data[0]?.ids;
      return ids && `/m/sales/contacts/merge?ids=${ids.join(',')}&from=duplicates`;
    },
  },
  { name: 'dashboards', at: '/dashboards' },
  { name: 'dashboard', at: firstOf('ui/dashboards', (id) => `/dashboards/${id}`) },
  { name: 'inbox', at: '/inbox' },
  {
    name: 'inbox-conversation',
    at: firstOf('communications/conversations', (id) => `/inbox?id=${id}`),
  },
  { name: 'inbox-compose', at: '/inbox?compose=new' },
  { name: 'mailboxes', at: '/settings/mailboxes' },
  { name: 'mail', at: '/mail' },
  { name: 'mail-compose', at: '/mail/compose' },
  { name: 'mail-compose-bulk', at: '/mail/compose?mode=bulk' },
  { name: 'mail-batches', at: '/mail/batches' },
  { name: 'mail-batch', at: firstOf('communications/emailSnapshots', (id) => `/mail/batches/${id}`) },
  { name: 'mail-scheduled', at: '/mail/scheduled' },
  { name: 'mail-sent', at: '/mail/sent' },
  { name: 'mail-one', at: firstOf('communications/emails', (id) => `/mail/sent/${id}`) },
  { name: 'mail-templates', at: '/mail/templates' },
  { name: 'mail-template', at: firstOf('communications/emailTemplates', (id) => `/mail/templates/${id}`) },
  { name: 'mail-lists', at: '/mail/lists' },
  { name: 'mail-list', at: firstOf('communications/emailLists', (id) => `/mail/lists/${id}`) },
  { name: 'mail-suppressions', at: '/mail/suppressions' },
  { name: 'mail-analytics', at: '/mail/analytics' },
  { name: 'mail-transports', at: '/mail/transports' },
  { name: 'mail-transport', at: firstOf('communications/emailTransports', (id) => `/mail/transports/${id}`) },
  { name: 'marketing-campaigns', at: '/marketing/campaigns' },
  { name: 'marketing-campaign', at: firstOf('marketing/campaigns', (id) => `/marketing/campaigns/${id}`) },
  {
    name: 'marketing-campaign-results',
    at: firstOf('marketing/campaigns', (id) => `/marketing/campaigns/${id}?tab=results`),
  },
  {
    name: 'marketing-campaign-members',
    at: firstOf('marketing/campaigns', (id) => `/marketing/campaigns/${id}?tab=members`),
  },
  { name: 'marketing-calendar', at: '/marketing/calendar' },
  { name: 'marketing-social', at: '/marketing/social' },
  { name: 'marketing-posts', at: '/marketing/social?tab=posts' },
  { name: 'marketing-accounts', at: '/marketing/social?tab=accounts' },
  { name: 'marketing-social-results', at: '/marketing/social?tab=analytics' },
  { name: 'marketing-compose', at: '/marketing/social/compose' },
  { name: 'marketing-post', at: firstOf('marketing/socialPosts', (id) => `/marketing/social/posts/${id}`) },
  { name: 'marketing-websites', at: '/marketing/websites' },
  { name: 'marketing-website', at: firstOf('marketing/websites', (id) => `/marketing/websites/${id}`) },
  { name: 'marketing-website-look', at: firstOf('marketing/websites', (id) => `/marketing/websites/${id}?tab=look`) },
  {
    name: 'marketing-website-statistics',
    at: firstOf('marketing/websites', (id) => `/marketing/websites/${id}?tab=statistics`),
  },
  {
    name: 'marketing-website-tests',
    at: firstOf('marketing/websites', (id) => `/marketing/websites/${id}?tab=tests`),
  },
  { name: 'marketing-page', at: firstOf('marketing/webPages', (id) => `/marketing/websites/pages/${id}`) },
  { name: 'marketing-forms', at: '/marketing/forms' },
  { name: 'marketing-opt-outs', at: '/marketing/opt-outs' },
  { name: 'marketing-form', at: firstOf('forms/forms', (id) => `/marketing/forms/${id}`) },
  { name: 'marketing-form-logic', at: firstOf('forms/forms', (id) => `/marketing/forms/${id}?tab=logic`) },
  { name: 'marketing-form-look', at: firstOf('forms/forms', (id) => `/marketing/forms/${id}?tab=look`) },
  { name: 'marketing-form-settings', at: firstOf('forms/forms', (id) => `/marketing/forms/${id}?tab=settings`) },
  {
    name: 'marketing-form-submissions',
    at: firstOf('forms/forms', (id) => `/marketing/forms/${id}?tab=submissions`),
  },
  { name: 'admin', at: '/admin' },
  { name: 'admin-users', at: '/admin/users' },
  { name: 'admin-invitations', at: '/admin/users?tab=invitations' },
  { name: 'admin-user', at: firstOf('identity/users', (id) => `/admin/users/${id}`) },
  { name: 'admin-roles', at: '/admin/roles' },
  { name: 'admin-role', at: firstOf('identity/roles', (id) => `/admin/roles/${id}`, '&filter[name]=member') },
  { name: 'admin-teams', at: '/admin/teams' },
  { name: 'admin-team', at: firstOf('identity/teams', (id) => `/admin/teams/${id}`) },
  { name: 'admin-departments', at: '/admin/departments' },
  { name: 'admin-department', at: firstOf('identity/departments', (id) => `/admin/departments/${id}`) },
  { name: 'admin-account', at: '/admin/account' },
  { name: 'admin-company', at: '/admin/company' },
  { name: 'admin-api-keys', at: '/admin/api-keys' },
  { name: 'admin-security', at: '/admin/security' },
  { name: 'admin-models', at: '/admin/models' },
  { name: 'admin-model', at: '/admin/models/sales/contacts' },
  { name: 'admin-statuses', at: '/admin/statuses' },
  { name: 'admin-webhooks', at: '/admin/webhooks' },
  { name: 'admin-webhook', at: firstOf('integrations/webhooks', (id) => `/admin/webhooks/${id}`) },
  { name: 'admin-jobs', at: '/admin/jobs' },
  { name: 'admin-trash', at: '/admin/trash' },
  { name: 'admin-workspaces', at: '/admin/workspaces' },
  { name: 'admin-workspace', at: firstOf('ui/workspaces', (id) => `/admin/workspaces/${id}`) },
  { name: 'admin-screens', at: '/admin/screens' },
  { name: 'admin-screen', at: firstOf('ui/screens', (id) => `/admin/screens/${id}`) },
  { name: 'admin-sending', at: '/admin/sending' },
  { name: 'admin-leads', at: '/admin/leads' },
  { name: 'admin-ai', at: '/admin/ai' },
  { name: 'admin-ai-usage', at: '/admin/ai-usage' },
  { name: 'admin-tenants', at: '/admin/tenants' },
  { name: 'profile', at: '/profile' },
  { name: 'not-found', at: '/there/is/nothing/here' },
];

/** The address of a page in the account of the client; undefined when the account has no such record. */
export const addressOf = async ({ at }: ConsolePage, client: Client): Promise<string | undefined> =>
  typeof at === 'string' ? at : at(client);
