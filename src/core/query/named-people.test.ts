import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const app = await appForFile();
const { admin } = app;
const deals = '/api/sales/opportunities';

const seller = (): Promise<Client> => app.user({ permissions: ['*:read', '*:write'] });
const [ada, bob, eve] = [await seller(), await seller(), await seller()] as const;
const team = await admin.create('/api/identity/teams', { name: 'North' });
for (const { userId } of [ada, bob]) await admin.create('/api/identity/teamUsers', { teamId: team._id, userId });
for (const [name, ownerId] of [
  ['Ada', ada.userId],
  ['Bob', bob.userId],
  ['Eve', eve.userId],
  ['Nobody', null],
])
  await admin.create(deals, { name, ownerId, value: 1 });

async function names(client: Client, query: string, path = deals): Promise<string[]> {
  const { status, body, text } = await client.get(`${path}?sort=name&${query}`);
  assert.equal(status, 200, text);
  return body.data.map(({ name }: Json) => name);
}

describe('me and myTeam in a filter', () => {
  it('mean other records for each caller, with every operator that compares ids', async () => {
    // Run it twice: compiled queries are cached, and must not be shared between callers.
    for (let n = 0; n < 2; n += 1) {
      assert.deepEqual(await names(ada, 'filter[ownerId]=me'), ['Ada']);
      assert.deepEqual(await names(eve, 'filter[ownerId]=me'), ['Eve']);
      assert.deepEqual(await names(ada, 'filter[ownerId]=myTeam'), ['Ada', 'Bob']);
      assert.deepEqual(await names(eve, 'filter[ownerId]=myTeam'), ['Eve']);
    }
    assert.deepEqual(await names(ada, 'filter[ownerId][eq]=me'), ['Ada']);
    assert.deepEqual(await names(ada, 'filter[ownerId][ne]=me'), ['Bob', 'Eve', 'Nobody']);
    assert.deepEqual(await names(ada, 'filter[ownerId][ne]=myTeam'), ['Eve', 'Nobody']);
    assert.deepEqual(await names(ada, `filter[ownerId][in]=me,${eve.userId}`), ['Ada', 'Eve']);
    assert.deepEqual(await names(ada, `filter[ownerId][in]=myTeam,${eve.userId}`), ['Ada', 'Bob', 'Eve']);
    assert.deepEqual(await names(ada, `filter[ownerId][nin]=myTeam,${eve.userId}`), ['Nobody']);
    assert.deepEqual(await names(ada, 'filter[not][ownerId]=myTeam'), ['Eve', 'Nobody']);
    assert.deepEqual(await names(ada, 'filter[or][0][ownerId]=me&filter[or][1][name]=Eve'), ['Ada', 'Eve']);
  });

  it('work in searches, aggregates, through references, in lists of users and of teams', async () => {
    const searched = await ada.post(`${deals}/search`, { filter: { ownerId: { in: ['myTeam'] } } });
    assert.equal(searched.body.meta.total, 2);
    const counted = await ada.get(`${deals}/aggregate?filter[ownerId]=myTeam&sum=value&count=true`);
    assert.deepEqual(counted.body.data, [{ count: 2, sum: { value: 2 } }]);
    const account = await admin.create('/api/sales/accounts', { name: 'Of Bob', ownerId: bob.userId });
    await admin.create(deals, { name: 'Linked', ownerId: null, accountId: account._id });
    assert.deepEqual(await names(ada, 'filter[accountId.ownerId]=myTeam'), ['Linked']);
    assert.deepEqual(await names(eve, 'filter[accountId.ownerId]=myTeam'), []);
    assert.deepEqual(await names(ada, 'filter[accountId.ownerId][ne]=myTeam&filter[accountId][null]=false'), []);
    const view = { name: 'For Ada', modelKey: 'contacts', viewerIds: [ada.userId], viewerTeamIds: [team._id] };
    await admin.create('/api/ui/saved-views', view);
    const views = '/api/ui/saved-views';
    assert.deepEqual(await names(ada, 'filter[viewerIds]=me', views), ['For Ada']);
    assert.deepEqual(await names(bob, 'filter[viewerIds]=me', views), []);
    assert.deepEqual(await names(bob, 'filter[viewerIds]=myTeam', views), ['For Ada']);
    assert.deepEqual(await names(bob, 'filter[viewerTeamIds]=myTeam', views), ['For Ada']);
    assert.deepEqual(await names(admin, 'filter[viewerTeamIds]=myTeam', views), []);
    assert.deepEqual(await names(admin, 'filter[viewerTeamIds][ne]=myTeam', views), ['For Ada']);
  });

  it('follow a change of the team at once', async () => {
    const member = await admin.create('/api/identity/teamUsers', { teamId: team._id, userId: eve.userId });
    assert.deepEqual(await names(eve, 'filter[ownerId]=myTeam'), ['Ada', 'Bob', 'Eve']);
    await admin.delete(`/api/identity/teamUsers/${member._id}`);
    assert.deepEqual(await names(eve, 'filter[ownerId]=myTeam'), ['Eve']);
  });

  it('stay within what the caller may read', async () => {
    const own = await app.user({ permissions: ['sales:read:own'] });
    await admin.create('/api/identity/teamUsers', { teamId: team._id, userId: own.userId });
    await admin.create(deals, { name: 'Own', ownerId: own.userId });
    assert.deepEqual(await names(own, 'filter[ownerId]=myTeam'), ['Own']);
  });

  it('are refused where they mean nobody', async () => {
    for (const [query, field] of [
      ['filter[accountId]=me', 'filter[accountId]'],
      ['filter[accountId]=myTeam', 'filter[accountId]'],
      ['filter[ownerId]=ME', 'filter[ownerId]'],
      ['filter[ownerId]=toString', 'filter[ownerId]'],
      ['filter[ownerId][null]=me', 'filter[ownerId][null]'],
      ['filter[value]=me', 'filter[value]'],
    ] as const) {
      const { status, body } = await ada.get(`${deals}?${query}`);
      assert.deepEqual([status, body.error.details[0].field], [400, field], query);
    }
    assert.equal((await ada.get('/api/ui/saved-views?filter[viewerTeamIds]=me')).status, 400);
  });

  it('are kept as words in saved views, screens and dashboards, and mean the person who looks', async () => {
    const filter = { ownerId: 'me' };
    const view = { name: 'My deals', modelKey: 'opportunities', filter, shared: true };
    assert.deepEqual((await admin.create('/api/ui/saved-views', view)).filter, filter);
    const screen = { name: 'Team deals', modelKey: 'opportunities', defaultFilter: { ownerId: { in: ['myTeam'] } } };
    assert.deepEqual((await admin.create('/api/ui/screens', screen)).defaultFilter, screen.defaultFilter);
    const widget = (more: Json) => ({ type: 'kpi', model: 'sales.opportunities', metric: 'count', ...more });
    const dashboard = await admin.create('/api/ui/dashboards', {
      name: 'Mine',
      widgets: [widget({ title: 'Mine', filter }), widget({ title: 'All' })],
      filters: { 'sales.opportunities': { ownerId: 'myTeam' } },
    });
    const values = async (client: Client) => {
      const { body } = await client.get(`/api/ui/dashboards/${dashboard._id}/data`);
      return body.widgets.map(({ value }: Json) => value);
    };
    // Ada and Bob share a team with the user of the previous test, who owns one deal.
    assert.deepEqual(await values(ada), [1, 3]);
    assert.deepEqual(await values(eve), [1, 1]);
  });
});
