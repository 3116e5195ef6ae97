import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Json } from './harness.ts';

const { admin, app } = await appForFile();
const { body: listed } = await admin.get('/api/data/models');
const models = new Map<string, Json>(listed.data.map((model: Json) => [`${model.moduleKey}.${model.slug}`, model]));
const modelOf = (name: string): Json => models.get(name) ?? assert.fail(`there is no model ${name}`);
const fieldOf = (name: string, key: string): Json =>
  modelOf(name).fields.find((field: Json) => field.key === key) ?? assert.fail(`${name} has no field ${key}`);

const channels = ['Ads', 'Email', 'Ppc', 'Sms', 'Social', 'WebContent'];
const kinds = ['Files', 'Notes', 'Tasks'];
const words = (text: string): string[] => text.trim().split(/\s+/);

const slugs: Record<string, string[]> = {
  sales: words(`
    contacts accounts leads opportunities quotes orders products organizations insights tasks notes regions
    salesTargets industries accountFiles accountNotes accountOwnerships accountProducts accountSources accountStatuses
    accountTasks accountTypes contactFiles contactNotes contactStatuses contactTasks leadFiles leadNotes leadTasks
    leadStatuses leadSources opportunityFiles opportunityNotes opportunityProducts opportunityStatuses
    opportunityTasks quoteFiles quoteNotes quoteTasks quoteProducts quoteStatuses orderFiles orderNotes orderTasks
    orderProducts orderStatuses productFiles productNotes productStatuses productTasks insightFiles insightNotes
    insightTasks insightFilters insightFilterFiles insightFilterNotes insightFilterTasks organizationBoardMeetings
    organizationContacts organizationNews organizationTypes slaTypes studentHistories files campaigns
    businessListingProfiles professionalNetworkProfiles`),
  marketing: [
    ...words(`
      campaigns campaignChannelAds campaignChannelEmails campaignChannelPpc campaignChannelSms campaignChannelSocial
      campaignChannelWebContent campaignSequences campaignSequenceSnapshots segments emailDripCampaigns
      emailSequenceWorkflows websites webPages workflowEnrollments workflowSteps workflows campaignStatuses
      campaignSequenceSnapshotContacts campaignStakeholderUsers emailDripCampaignNotes segmentFiles segmentNotes
      websiteStatuses websiteTypes`),
    ...channels.flatMap((channel) => kinds.map((kind) => `campaignChannel${channel}${kind}`)),
  ],
  communications: words(`
    campaigns campaignFiles campaignNotes campaignTasks conversations comments emails emailFiles emailLists
    emailSnapshotContacts emailSnapshots emailTemplates referrals`),
  identity: words('users roles teams teamUsers departments departmentUsers employees contractors'),
  ui: words(`
    screens screenStatuses screenActions screenComponents screenFiles screenNotes screenTasks userScreens workspaces
    components registeredComponents dashboards drafts recordRecentViews supportTickets supportTicketFiles
    supportTicketNotes supportTicketResolutions supportTicketTasks enterpriseProductAnnouncements
    enterpriseProductAnnouncementFiles enterpriseProductAnnouncementNotes enterpriseProductAnnouncementTasks settings`),
  inventory: words('inventoryLocations equipment assets equipmentFiles equipmentNotes equipmentTasks'),
  forms: words('forms formSubmissions'),
  support: words('supportArticles supportArticleFiles supportCategories'),
  customerSuccess: words('renewals healthScores successPlans successPlanTasks escalations escalationNotes'),
  ai: words('aiCompletionLogs'),
  integrations: words('webhooks'),
};

const modelKeys: Record<string, string> = {
  'sales.contacts': 'contact',
  'sales.opportunities': 'opportunity',
  'sales.industries': 'industry',
  'sales.contactStatuses': 'contactStatus',
  'sales.studentHistories': 'studentHistory',
  'sales.accountOwnerships': 'accountOwnership',
  'sales.organizationNews': 'organizationNews',
  'sales.slaTypes': 'slaType',
  'sales.campaigns': 'salesCampaign',
  'inventory.equipment': 'equipment',
  'inventory.equipmentFiles': 'equipmentFile',
  'marketing.campaigns': 'campaign',
  'marketing.campaignStatuses': 'campaignStatus',
  'marketing.campaignChannelAds': 'campaignChannelAd',
  'marketing.campaignChannelAdsFiles': 'campaignChannelAdsFile',
  'marketing.campaignChannelEmails': 'campaignChannelEmail',
  'marketing.campaignChannelPpc': 'campaignChannelPpc',
  'marketing.campaignChannelSms': 'campaignChannelSms',
  'marketing.campaignChannelWebContentNotes': 'campaignChannelWebContentNote',
  'communications.campaigns': 'communicationsCampaign',
  'communications.campaignFiles': 'campaignFile',
  'ui.enterpriseProductAnnouncements': 'enterpriseProductAnnouncement',
  'ui.userScreens': 'userScreen',
  'ui.screenStatuses': 'screenStatus',
  'customerSuccess.successPlanTasks': 'successPlanTask',
  'ai.aiCompletionLogs': 'aiCompletionLog',
  'integrations.webhooks': 'webhook',
};

/** Types as the registry names them; a reference also names its target. */
const fields: Record<string, Record<string, string>> = {
  'sales.opportunities': {
    name: 'text',
    accountId: 'reference sales.accounts',
    contactId: 'reference sales.contacts',
    value: 'number',
    stage: 'choice',
    closeDate: 'date',
    ownerId: 'reference identity.users',
  },
  'sales.contacts': { ownerId: 'reference identity.users' },
  'sales.accounts': { ownerId: 'reference identity.users' },
  'sales.leads': { ownerId: 'reference identity.users' },
  'sales.contactNotes': { contactId: 'reference sales.contacts', content: 'longText' },
  'marketing.campaigns': { name: 'text', startDate: 'date' },
  'marketing.campaignChannelEmails': {
    campaignId: 'reference marketing.campaigns',
    fromName: 'text',
    fromEmail: 'email',
    subject: 'text',
  },
  'marketing.workflowEnrollments': {
    workflowId: 'reference marketing.workflows',
    contactId: 'reference sales.contacts',
    enrolledAt: 'datetime',
  },
  'inventory.equipment': {
    name: 'text',
    serialNumber: 'text',
    locationId: 'reference inventory.inventoryLocations',
    assignedUserId: 'reference identity.users',
    purchaseDate: 'date',
    status: 'choice',
  },
  'forms.forms': { name: 'text', modelKey: 'text', fields: 'list', submitAction: 'choice' },
  'ui.screens': {
    name: 'text',
    modelKey: 'text',
    layout: 'choice',
    columns: 'list',
    defaultFilter: 'json',
    defaultSort: 'json',
    actions: 'json',
  },
  'ui.workspaces': { name: 'text', screenIds: 'references ui.screens', defaultScreenId: 'reference ui.screens' },
  'ui.dashboards': { name: 'text', widgets: 'json' },
  'ui.recordRecentViews': { modelKey: 'text', recordId: 'text' },
  'ui.supportTickets': { subject: 'text', description: 'longText', priority: 'choice' },
  'identity.users': { email: 'email', roles: 'list' },
  'identity.roles': { permissions: 'list', hiddenFields: 'json', readOnlyFields: 'json' },
  'integrations.webhooks': {
    _id: 'text',
    url: 'url',
    events: 'list',
    description: 'longText',
    active: 'boolean',
    secret: 'secret',
    createdAt: 'datetime',
  },
  'ai.aiCompletionLogs': {
    model: 'text',
    provider: 'text',
    startedAt: 'datetime',
    finishedAt: 'datetime',
    finishReason: 'text',
    promptTokens: 'integer',
    completionTokens: 'integer',
    totalTokens: 'integer',
    error: 'json',
  },
};

const childFields: Record<string, Record<string, string>> = {
  Notes: { content: 'longText' },
  Tasks: {
    title: 'text',
    description: 'longText',
    dueDate: 'date',
    status: 'choice',
    priority: 'choice',
    assignedUserId: 'reference identity.users',
    completedAt: 'datetime',
  },
  Files: { name: 'text', mimeType: 'text', size: 'integer', url: 'url', storageKey: 'text' },
  Statuses: { name: 'text', color: 'text', position: 'integer', isDefault: 'boolean', isClosed: 'boolean' },
};

const typeOf = ({ type, reference }: Json): string =>
  reference ? `${type} ${reference.moduleKey}.${reference.slug}` : type;

const assertTypes = (name: string, expected: Record<string, string>): void =>
  assert.deepEqual(
    Object.fromEntries(Object.keys(expected).map((key) => [key, typeOf(fieldOf(name, key))])),
    expected,
    name,
  );

const everySlug = Object.entries(slugs).flatMap(([moduleKey, list]) => list.map((slug) => ({ moduleKey, slug })));

describe('the registry', () => {
  it('lists every model that the server has', () => {
    const names = app.registry.models.map(({ name }) => name);
    assert.deepEqual([...models.keys()].sort(), names.sort());
    assert.equal(listed.meta.total, names.length);
  });

  for (const [moduleKey, required] of Object.entries(slugs)) {
    it(`has every model of ${moduleKey}, and filters by that module`, async () => {
      const { status, body } = await admin.get(`/api/data/models?filter[moduleKey]=${moduleKey}`);
      assert.equal(status, 200);
      assert.ok(body.data.every((model: Json) => model.moduleKey === moduleKey));
      const listedSlugs = new Set(body.data.map(({ slug }: Json) => slug));
      assert.deepEqual(
        required.filter((slug) => !listedSlugs.has(slug)),
        [],
      );
    });
  }

  it('gives every model a path that answers', async () => {
    for (const { moduleKey, slug } of everySlug) {
      assert.equal(modelOf(`${moduleKey}.${slug}`).path, `/api/${moduleKey}/${slug}`);
      const { status } = await admin.get(`/api/${moduleKey}/${slug}?limit=1`);
      assert.equal(status, 200, `${moduleKey}.${slug}`);
    }
  });

  it('gives one model by module and slug', async () => {
    const { status, body } = await admin.get('/api/data/models/sales/opportunities');
    assert.equal(status, 200);
    assert.deepEqual(body, modelOf('sales.opportunities'));
    assert.equal((await admin.get('/api/data/models/sales/nothings')).status, 404);
  });

  it('gives every model a unique key, the singular of its slug', () => {
    for (const [name, key] of Object.entries(modelKeys)) assert.equal(modelOf(name).modelKey, key, name);
    const keys = [...models.values()].map(({ modelKey }) => modelKey);
    assert.equal(new Set(keys).size, keys.length);
  });

  it('says which scopes a model needs', () => {
    const admins = [
      'ui.screens',
      'ui.workspaces',
      'ui.settings',
      'data.storedFiles',
      'data.duplicateRules',
      'data.merges',
      'data.imports',
      'data.exports',
      'data.exportSchedules',
      'communications.emailTransports',
      'ai.aiModelPrices',
      'marketing.webLayouts',
      'sales.leadScoringRules',
      'sales.leadRoutingRules',
    ];
    // AI users need only ai:write to read these models, because they contain their own records. ai:read is for the logs
    // of all users.
    const ofUsersOfAi = ['ai.aiConversations', 'ai.aiMessages', 'ai.aiPendingActions'];
    for (const [name, { moduleKey, scopes }] of models) {
      const action = moduleKey === 'identity' || admins.includes(name) ? 'admin' : 'write';
      const read = ofUsersOfAi.includes(name) ? 'write' : 'read';
      assert.deepEqual(scopes, { read: `${moduleKey}:${read}`, write: `${moduleKey}:${action}` }, name);
    }
  });
});

describe('the fields of a model', () => {
  for (const [name, expected] of Object.entries(fields)) {
    it(`exist in ${name}, each with its type`, () => assertTypes(name, expected));
  }

  it('are the same in all files, notes, tasks and statuses', () => {
    for (const { moduleKey, slug } of everySlug) {
      const kind = Object.keys(childFields).find((ending) => slug.endsWith(ending));
      if (kind) assertTypes(`${moduleKey}.${slug}`, childFields[kind] ?? {});
    }
  });

  it('include a required reference from files, notes and tasks to their parent', () => {
    for (const { moduleKey, slug } of everySlug) {
      const parentKey = /^(\w+?)(?:Files|Notes|Tasks)$/.exec(slug)?.[1];
      if (!parentKey) continue;
      const { parent } = modelOf(`${moduleKey}.${slug}`);
      assert.equal(parent?.moduleKey, moduleKey, slug);
      const owner = modelOf(`${moduleKey}.${parent.slug}`);
      assert.ok([owner.modelKey, owner.slug, owner.slug.replace(/s$/, '')].includes(parentKey), slug);
      const field = fieldOf(`${moduleKey}.${slug}`, parent.field);
      assert.equal(field.required, true, slug);
      assert.equal(typeOf(field), `reference ${moduleKey}.${parent.slug}`);
      if (owner.slug !== 'campaignChannelAds') assert.equal(field.key, `${parentKey}Id`);
    }
  });

  it('always include the fields of the platform, read-only', () => {
    const platformFields = ['_id', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy', 'version'];
    for (const name of models.keys()) {
      for (const key of platformFields) assert.equal(fieldOf(name, key).readOnly, true, `${name}.${key}`);
    }
  });

  it('have options when their type is choice', () => {
    const layouts = fieldOf('ui.screens', 'layout').options.map(({ value }: Json) => value);
    assert.deepEqual(layouts, ['list', 'detail', 'form', 'dashboard', 'kanban', 'calendar']);
    for (const [name, { fields: all }] of models) {
      for (const field of all.filter(({ type }: Json) => type === 'choice')) {
        assert.ok(field.options?.length > 0, `${name}.${field.key} has no options`);
      }
    }
  });
});
