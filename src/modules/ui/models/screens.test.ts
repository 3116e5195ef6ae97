import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pino from 'pino';
import { testConfig } from '#test/cluster.ts';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { createApp } from '../../../app.ts';

const app = await appForFile();
const { admin } = app;

const listed = async (client: Client, path: string): Promise<string[]> =>
  (await client.get(`${path}?limit=200`)).body.data.map(({ name }: Json) => name);

describe('a new tenant', () => {
  it('has workspaces with ready screens and dashboards', async () => {
    const tenant = await app.tenant();
    const workspaces = (await tenant.get('/api/ui/workspaces?sort=position')).body.data;
    assert.deepEqual(
      workspaces.map(({ name }: Json) => name),
      ['Sales', 'Marketing', 'Support', 'Administration'],
    );
    const screens = (await tenant.get('/api/ui/screens?limit=100')).body.data;
    const byName = new Map<string, Json>(screens.map((screen: Json) => [screen.name, screen]));
    const layouts = ['Contacts', 'Accounts', 'Leads', 'Opportunities', 'Tasks', 'Tickets', 'Campaigns'].map((name) => [
      name,
      byName.get(name)?.layout,
    ]);
    assert.deepEqual(layouts, [
      ['Contacts', 'list'],
      ['Accounts', 'list'],
      ['Leads', 'list'],
      ['Opportunities', 'kanban'],
      ['Tasks', 'calendar'],
      ['Tickets', 'kanban'],
      ['Campaigns', 'list'],
    ]);
    assert.equal(byName.get('Opportunities')?.groupByField, 'stage');
    const shown = workspaces.flatMap(({ screenIds }: Json) => screenIds);
    assert.deepEqual(new Set(shown), new Set(screens.map(({ _id }: Json) => _id)));
    const pipeline = byName.get('Pipeline');
    const data = await tenant.get(`/api/ui/dashboards/${pipeline.dashboardId}/data`);
    assert.ok(data.body.widgets.every(({ error }: Json) => error === undefined));
    const member = await app.user({ permissions: ['ui:read'] }, tenant);
    assert.deepEqual((await listed(member, '/api/ui/workspaces')).sort(), ['Marketing', 'Sales', 'Support']);
    assert.ok(!(await listed(member, '/api/ui/screens')).includes('Users'));
  });

  it('shows a further workspace after the others and before the administration, or where it is told to', async () => {
    const tenant = await app.tenant();
    const names = async () =>
      (await tenant.get('/api/ui/workspaces?sort=position')).body.data.map(({ name }: Json) => name);
    await tenant.create('/api/ui/workspaces', { name: 'Harbour' });
    await tenant.create('/api/ui/workspaces', { name: 'Docks' });
    assert.deepEqual(await names(), ['Sales', 'Marketing', 'Support', 'Harbour', 'Docks', 'Administration']);
    await tenant.create('/api/ui/workspaces', { name: 'Bridge', position: -1 });
    assert.equal((await names())[0], 'Bridge');
  });

  it('from before gets them at the next start, once', async () => {
    const tenant = await app.tenant();
    for (const path of ['/api/ui/workspaces', '/api/ui/screens', '/api/ui/dashboards']) {
      for (const { _id } of (await tenant.get(`${path}?limit=200`)).body.data) await tenant.delete(`${path}/${_id}`);
    }
    await tenant.create('/api/ui/workspaces', { name: 'Sales' });
    await app.sql('update tenants set screens_made_at = null where account_key = $1', [tenant.accountKey]);
    const startAgain = async () => {
      const config = testConfig({});
      const next = await createApp({ config, connection: app.connection, log: pino({ level: 'silent' }) });
      await eventually(async () => {
        const [row] = await app.sql('select count(*)::int as missing from tenants where screens_made_at is null');
        assert.equal(row.missing, 0);
      });
      await next.close();
    };
    await startAgain();
    assert.deepEqual((await listed(tenant, '/api/ui/workspaces')).sort(), [
      'Administration',
      'Marketing',
      'Sales',
      'Support',
    ]);
    const before = (await tenant.get('/api/ui/screens')).body.meta.total;
    await startAgain();
    assert.equal((await tenant.get('/api/ui/screens')).body.meta.total, before);
  });
});

describe('a screen that is saved', () => {
  const refusal = async (screen: Json): Promise<[number, string | undefined]> => {
    const { status, body } = await admin.post('/api/ui/screens', { name: 'Screen', modelKey: 'contacts', ...screen });
    return [status, body.error?.details[0].field];
  };

  it('is refused when it names what its model does not have', async () => {
    assert.deepEqual(await refusal({ modelKey: 'nothing' }), [422, 'modelKey']);
    assert.deepEqual(await refusal({ columns: ['email', 'colour'] }), [422, 'columns']);
    assert.deepEqual(await refusal({ defaultFilter: { colour: 'red' } }), [422, 'defaultFilter']);
    assert.deepEqual(await refusal({ defaultFilter: { email: { near: 'x' } } }), [422, 'defaultFilter']);
    assert.deepEqual(await refusal({ defaultSort: { colour: 1 } }), [422, 'defaultSort']);
    assert.deepEqual(await refusal({ layout: 'kanban', groupByField: 'email' }), [422, 'groupByField']);
    assert.deepEqual(await refusal({ layout: 'calendar', dateField: 'email' }), [422, 'dateField']);
    assert.deepEqual(await refusal({ layout: 'kanban', modelKey: null }), [422, 'modelKey']);
    assert.deepEqual(await refusal({ defaultSort: 'email' }), [422, 'defaultSort']);
    assert.deepEqual(await refusal({ columns: ['email'], defaultSort: { email: -1 } }), [201, undefined]);
    assert.deepEqual(await refusal({ defaultSort: ['-email', 'lastName'] }), [201, undefined]);
  });

  it('is refused when it names an action that is not known, and names the known ones', async () => {
    const path = '/api/ui/screens';
    const screen = { name: 'Actions', modelKey: 'contacts' };
    for (const actions of [['create', 'nonsense'], [{ type: 'nonsense' }], [{ key: 'nonsense', label: 'x' }]]) {
      const reply = await admin.post(path, { ...screen, actions });
      assert.equal(reply.status, 422, reply.text);
      const [{ field, code, message }] = reply.body.error.details;
      assert.deepEqual([field, code], ['actions', 'unknown_action']);
      assert.match(message, /names "nonsense", which is none of create, update, .*save/);
    }
    for (const actions of [[3], [null], [{ label: 'x' }]])
      assert.deepEqual(await refusal({ actions }), [422, 'actions']);
    const actions = ['create', { type: 'export' }, { key: 'delete', label: 'Remove' }, { action: 'save' }];
    const { _id } = await admin.create(path, { ...screen, actions });
    assert.equal((await admin.patch(`${path}/${_id}`, { actions: ['Send to ERP'] })).status, 422);
    await admin.create('/api/ui/screenActions', { screenId: _id, name: 'Send to ERP', type: 'webhook' });
    assert.equal((await admin.patch(`${path}/${_id}`, { actions: ['create', 'Send to ERP'] })).status, 200);
  });

  it('gets the customary group or date of its layout', async () => {
    const board = await admin.create('/api/ui/screens', { name: 'Board', modelKey: 'opportunities', layout: 'kanban' });
    assert.equal(board.groupByField, 'stage');
    const calendar = await admin.create('/api/ui/screens', {
      name: 'Days',
      modelKey: 'sales.tasks',
      layout: 'calendar',
    });
    assert.equal(calendar.dateField, 'dueDate');
  });

  it('is checked again when its model changes', async () => {
    const screen = await admin.create('/api/ui/screens', { name: 'Shoes', modelKey: 'contacts', columns: ['email'] });
    const moved = await admin.patch(`/api/ui/screens/${screen._id}`, { modelKey: 'opportunities' });
    assert.deepEqual([moved.status, moved.body.error.details[0].field], [422, 'columns']);
    assert.equal((await admin.patch(`/api/ui/screens/${screen._id}`, { name: 'Boots' })).status, 200);
  });

  it('is seen by its roles and teams, and by administrators', async () => {
    const [inTeam, other] = await Promise.all([1, 2].map(() => app.user({ permissions: ['ui:read'] })));
    assert.ok(inTeam && other);
    const team = await admin.create('/api/identity/teams', { name: 'Screen team' });
    await admin.create('/api/identity/teamUsers', { teamId: team._id, userId: inTeam.userId });
    const forTeam = await admin.create('/api/ui/screens', { name: 'For the team', teamIds: [team._id] });
    const space = await admin.create('/api/ui/workspaces', { name: 'Team space', teamIds: [team._id] });
    assert.equal((await inTeam.get(`/api/ui/screens/${forTeam._id}`)).status, 200);
    for (const path of [`/api/ui/screens/${forTeam._id}`, `/api/ui/workspaces/${space._id}`]) {
      const reply = await other.get(path);
      const missing = await other.get(path.replace(/.{12}$/, '000000000000'));
      assert.deepEqual([reply.status, reply.body.error.code], [missing.status, missing.body.error.code]);
    }
    const searched = await other.post('/api/ui/screens/search', { filter: { name: 'For the team' } });
    assert.equal(searched.body.meta.total, 0);
    assert.equal((await admin.get(`/api/ui/screens/${forTeam._id}`)).status, 200);
  });
});

describe('the screens of a user', () => {
  it('are listed with the screen, in order of their positions', async () => {
    const user = await app.user({ permissions: ['ui:read', 'ui:write'] });
    const first = await admin.create('/api/ui/screens', { name: 'First', modelKey: 'contacts' });
    const second = await admin.create('/api/ui/screens', { name: 'Second', modelKey: 'leads' });
    const secret = await admin.create('/api/ui/screens', { name: 'Secret', roleNames: ['admin'] });
    const assign = (screenId: string, position: number) =>
      admin.create('/api/ui/user-screens', { userId: user.userId, screenId, position, visible: true });
    await assign(second._id, 2);
    const entry = await assign(first._id, 1);
    await assign(secret._id, 3);
    for (const path of ['/api/ui/user-screens', '/api/ui/userScreens']) {
      const { data } = (await user.get(path)).body;
      assert.deepEqual(
        data.map(({ screen, position }: Json) => [screen?.name, position]),
        [
          ['First', 1],
          ['Second', 2],
          [undefined, 3],
        ],
      );
      assert.equal(data[0].screen._id, first._id);
    }
    assert.equal((await admin.get('/api/ui/userScreens')).body.meta.total, 0);
    assert.equal((await admin.get(`/api/ui/userScreens?filter[userId]=${user.userId}`)).body.meta.total, 3);
    const moved = await user.put(`/api/ui/user-screens/${entry._id}`, { position: 9 });
    assert.deepEqual([moved.status, moved.body.position], [200, 9]);
  });

  it('of others are changed only with ui:admin', async () => {
    const [user, other] = await Promise.all([1, 2].map(() => app.user({ permissions: ['ui:read', 'ui:write'] })));
    assert.ok(user && other);
    const screen = await admin.create('/api/ui/screens', { name: 'Shared', modelKey: 'contacts' });
    const entry = { screenId: screen._id, userId: other.userId };
    const refused = await user.post('/api/ui/user-screens', entry);
    assert.deepEqual([refused.status, refused.body.error.details[0].field], [403, 'ui:admin']);
    const theirs = await admin.create('/api/ui/user-screens', entry);
    assert.equal((await user.put(`/api/ui/user-screens/${theirs._id}`, { visible: false })).status, 404);
    assert.equal((await user.get(`/api/ui/userScreens?filter[userId]=${other.userId}`)).body.meta.total, 0);
    assert.equal((await user.post('/api/ui/user-screens', { screenId: screen._id })).status, 201);
  });
});

describe('a saved view', () => {
  it('belongs to its user, is seen by others when it is shared, and names fields that exist', async () => {
    const [user, other] = await Promise.all([1, 2].map(() => app.user({ permissions: ['ui:read', 'ui:write'] })));
    assert.ok(user && other);
    const view = {
      name: 'Mine',
      modelKey: 'contacts',
      columns: ['email'],
      sort: ['-createdAt'],
      filter: { email: 'x' },
    };
    const mine = await user.create('/api/ui/saved-views', view);
    assert.deepEqual([mine.userId, mine.shared, mine.layout], [user.userId, false, 'list']);
    const path = `/api/ui/savedViews/${mine._id}`;
    assert.equal((await other.get(path)).status, 404);
    assert.equal((await other.patch(path, { name: 'Yours' })).status, 404);
    assert.equal((await user.patch(path, { shared: true })).status, 200);
    assert.equal((await other.get(path)).status, 200);
    assert.equal((await other.patch(path, { name: 'Yours' })).status, 403);
    assert.equal((await other.delete(path)).status, 403);
    assert.equal((await admin.patch(path, { name: 'Ours' })).status, 200);
    for (const [key, value] of [
      ['columns', ['colour']],
      ['sort', ['colour']],
      ['filter', { colour: 1 }],
      ['groupBy', 'colour'],
      ['dateField', 'email'],
    ] as const) {
      const refused = await user.patch(path, { [key]: value });
      assert.deepEqual([refused.status, refused.body.error.details[0].field], [422, key]);
    }
    const onBoard = await user.patch(path, { layout: 'kanban', groupBy: 'email' });
    assert.deepEqual([onBoard.status, onBoard.body.error.details[0].field], [422, 'groupBy']);
    assert.equal((await user.patch(path, { groupBy: 'createdAt:month' })).status, 200);
    const asBoard = await user.patch(path, { layout: 'kanban' });
    assert.deepEqual([asBoard.status, asBoard.body.error.details[0].field], [422, 'groupBy']);
    assert.equal((await user.patch(path, { filter: { createdAt: { between: 'thisMonth' } } })).status, 200);
    assert.equal((await user.delete(path)).status, 204);
    assert.equal((await user.post(`${path}/restore`, {})).status, 200);
  });
});
