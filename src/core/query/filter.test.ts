import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile } from '#test/harness.ts';
import { dealNames, dealPath, loadDeals } from '#test/query-deals.ts';
import { namesIn, refuseAll, refusedQuery } from '#test/query-expect.ts';

const { admin } = await appForFile();
const path = dealPath;
const all = dealNames;
const { alpha } = await loadDeals(admin);

/** The names of the records that a filter finds, sorted. */
const found = async (filter: string) => namesIn(await admin.get(`${path}?sort=name&${filter}`));

async function assertFound(cases: Record<string, string[]>): Promise<void> {
  for (const [filter, names] of Object.entries(cases)) assert.deepEqual(await found(filter), names, filter);
}

describe('a filter', () => {
  it('compares for equality, and the case of text matters', () =>
    assertFound({
      'filter[stage]=won': ['Alpha'],
      'filter[stage][eq]=Won': ['Gamma'],
      'filter[stage]=WON': [],
      'filter[value]=100.00': ['Alpha'],
      'filter[value]=2505e-1': ['beta'],
      'filter[closeDate]=2026-02-01': ['beta'],
      'filter[nextStep]=': ['Gamma'],
      'filter[accountId.email]=INFO@acme.COM': ['Alpha'],
      [`filter[_id]=${alpha._id}`]: ['Alpha'],
      [`filter[_id]=${alpha._id.toUpperCase()}`]: ['Alpha'],
      [`filter[ownerId]=${admin.userId}`]: all,
    }));

  it('treats null as different from any value in ne and nin', () =>
    assertFound({
      'filter[value][ne]=100': ['100% sure_', 'Gamma', 'beta'],
      'filter[value][nin]=100,-5': ['100% sure_', 'beta'],
      'filter[tags][ne]=red': ['100% sure_', 'Gamma'],
      'filter[tags][nin]=blue,green': ['100% sure_', 'Gamma', 'beta'],
    }));

  it('compares by order, smaller before larger and earlier before later', () =>
    assertFound({
      'filter[value][gt]=100': ['beta'],
      'filter[value][gte]=100': ['Alpha', 'beta'],
      'filter[value][lt]=100': ['Gamma'],
      'filter[value][lte]=100': ['Alpha', 'Gamma'],
      'filter[value][between]=-5,100': ['Alpha', 'Gamma'],
      'filter[value][between]=100,-5': [],
      'filter[value][gt]=-5&filter[value][lt]=250.5': ['Alpha'],
      'filter[value][gte]=-5&filter[value][lte]=100': ['Alpha', 'Gamma'],
      'filter[closeDate][gte]=2026-01-15': ['Alpha', 'beta'],
      'filter[closeDate][between]=2026-01-16,2026-12-31': ['beta'],
      'filter[name][gte]=B': ['Gamma', 'beta'],
      'filter[name][lt]=B': ['100% sure_', 'Alpha'],
    }));

  it('accepts a time in any zone, and a day as midnight UTC', () =>
    assertFound({
      'filter[stageChangedAt]=2026-01-15T12:00:00%2B02:00': ['Alpha'],
      'filter[stageChangedAt][lt]=2026-01-16': ['Alpha'],
      'filter[stageChangedAt][lte]=2026-01-16': ['Alpha', 'beta'],
      'filter[createdAt][gt]=2020-01-01': all,
      'filter[createdAt][lt]=2020-01-01': [],
    }));

  it('finds parts of text in either case, and takes % _ and \\ literally', () =>
    assertFound({
      'filter[nextStep][contains]=CALL': ['Alpha', 'beta'],
      'filter[nextStep][startsWith]=call a': ['Alpha'],
      'filter[nextStep][endsWith]=BOB': ['beta'],
      'filter[name][contains]=%25': ['100% sure_'],
      'filter[name][endsWith]=_': ['100% sure_'],
      'filter[nextStep][contains]=%5Ct': ['100% sure_'],
      'filter[name][contains]=a%25a': [],
      'filter[nextStep][contains]=': all,
    }));

  it('accepts several values separated by commas or under a repeated key', () =>
    assertFound({
      'filter[stage][in]=won,lost': ['Alpha', 'beta'],
      'filter[stage][in]=won&filter[stage][in]=lost': ['Alpha', 'beta'],
      'filter[stage][in]=a,b&filter[stage][in]=lost': ['100% sure_', 'beta'],
      'filter[stage][nin]=won,lost': ['100% sure_', 'Gamma'],
      'filter[stage][nin]=won&filter[stage][nin]=lost': ['100% sure_', 'Gamma'],
      'filter[value][between]=0&filter[value][between]=300': ['Alpha', 'beta'],
      'filter[accountId.name][in]=Globex,Acme Corp': ['Alpha', 'beta'],
    }));

  it('finds records with or without a value by null', () =>
    assertFound({
      'filter[value][null]=true': ['100% sure_'],
      'filter[value][null]=false': ['Alpha', 'Gamma', 'beta'],
      'filter[nextStep][null]=true': [],
      'filter[tags][null]=true': ['100% sure_'],
      'filter[accountId][null]=true': ['100% sure_', 'Gamma'],
    }));

  it('matches a list that contains the value, or one of several values', () =>
    assertFound({
      'filter[tags]=red': ['Alpha', 'beta'],
      'filter[tags][eq]=blue': ['Alpha'],
      'filter[tags]=re': [],
      'filter[tags][in]=blue,green': ['Alpha'],
    }));

  it('joins conditions with and, and the groups of or with or', () =>
    assertFound({
      'filter[stage]=won&filter[value]=250.5': [],
      'filter[or][0][stage]=won&filter[or][1][value]=250.5': ['Alpha', 'beta'],
      'filter[or][0][stage]=won&filter[or][0][value]=250.5&filter[or][1][value]=-5': ['Gamma'],
      'filter[tags]=red&filter[or][0][value][gt]=200&filter[or][1][value][null]=true': ['beta'],
      'filter[or][0][stage]=lost&filter[or][1][or][0][name]=Alpha&filter[or][1][or][1][name]=Gamma': all.slice(1),
    }));

  it('joins the groups of and with and, and negates the group of not', () =>
    assertFound({
      'filter[and][0][tags]=red&filter[and][1][value][gt]=100': ['beta'],
      'filter[stage]=won&filter[and][0][or][0][value]=100&filter[and][0][or][1][value]=-5': ['Alpha'],
      'filter[and][0][or][0][stage]=won&filter[and][0][or][1][stage]=lost&filter[and][1][or][0][value][gt]=200&filter[and][1][or][1][value][lt]=0':
        ['beta'],
      'filter[not][stage]=won': ['100% sure_', 'Gamma', 'beta'],
      'filter[not][tags]=red&filter[not][value]=100': ['100% sure_', 'Gamma', 'beta'],
      'filter[not][or][0][stage]=won&filter[not][or][1][stage]=lost': ['100% sure_', 'Gamma'],
      'filter[and][0][not][stage]=won&filter[and][1][not][stage]=lost': ['100% sure_', 'Gamma'],
      'filter[not][not][stage]=won': ['Alpha'],
      'filter[not][and][0][not][stage][in]=won,lost': ['Alpha', 'beta'],
    }));

  it('treats a null as not matching when a group is negated', () =>
    assertFound({
      'filter[not][value][gt]=50': ['100% sure_', 'Gamma'],
      'filter[not][closeDate][lt]=2026-01-20': ['100% sure_', 'Gamma', 'beta'],
      'filter[not][nextStep][contains]=call': ['100% sure_', 'Gamma'],
      'filter[not][value][null]=true': ['Alpha', 'Gamma', 'beta'],
      'filter[not][accountId.name]=Globex': ['100% sure_', 'Alpha', 'Gamma'],
      'filter[not][not][value][gt]=50': ['Alpha', 'beta'],
    }));

  it('is nested at most three levels deep, with at most 50 conditions and 50 groups in total', async () => {
    const search = (filter: object) => admin.post(`${path}/search`, { filter });
    const won = { stage: 'won' };
    assert.equal((await search({ and: [{ or: [{ not: won }] }] })).status, 200);
    refusedQuery(await search({ and: [{ or: [{ not: { or: [won] } }] }] }), 'filter[and][0][or][0][not][or]', 'three');
    refusedQuery(await search({ and: Array(51).fill(won) }), 'at most 50');
    refusedQuery(await search({ and: Array(17).fill({ not: { stage: 'a', name: 'b', value: 1 } }) }), '50 conditions');
    assert.equal((await admin.get(`${path}?filter[or][0][or][0][or][0][stage][in]=won`)).status, 200);
  });

  it('follows one reference, with every operator of the field in the target', () =>
    assertFound({
      'filter[accountId.name]=Globex': ['beta'],
      'filter[accountId.name][contains]=CORP': ['Alpha'],
      'filter[accountId.tags]=key': ['Alpha'],
      'filter[accountId.email][null]=false': ['Alpha'],
      'filter[or][0][accountId.name]=Globex&filter[or][1][stage]=Won': ['Gamma', 'beta'],
    }));

  it('treats a record without the reference as having null in the target field', () =>
    assertFound({
      'filter[accountId.name][ne]=Globex': ['100% sure_', 'Alpha', 'Gamma'],
      'filter[accountId.name][nin]=Globex,Acme Corp': ['100% sure_', 'Gamma'],
      'filter[accountId.email][null]=true': ['100% sure_', 'Gamma', 'beta'],
    }));

  it('follows fields with several references, built-in or custom', async () => {
    const screens = [];
    for (const name of ['one', 'two', 'three']) screens.push(await admin.create('/api/ui/screens', { name }));
    const [one, two] = screens.map(({ _id }) => _id);
    const fields = [
      { key: 'name', type: 'text' },
      { key: 'screenIds', type: 'references', reference: { moduleKey: 'ui', slug: 'screens' } },
    ];
    await admin.create('/api/data/models', { moduleKey: 'ui', slug: 'desks', fields });
    for (const at of ['/api/ui/workspaces', '/api/ui/desks']) {
      await admin.create(at, { name: 'both', screenIds: [one, two] });
      await admin.create(at, { name: 'first', screenIds: [one] });
      await admin.create(at, { name: 'none', screenIds: [] });
      // A new account has its own workspaces.
      const query = 'sort=name&filter[name][in]=both,first,none';
      const names = async (filter: string) => namesIn(await admin.get(`${at}?${query}&${filter}`));
      assert.deepEqual(await names(`filter[screenIds]=${one}`), ['both', 'first'], at);
      assert.deepEqual(await names('filter[screenIds.name]=two'), ['both'], at);
      assert.deepEqual(await names('filter[screenIds.name][in]=one,three'), ['both', 'first'], at);
      assert.deepEqual(await names('filter[screenIds.name][ne]=two'), ['first', 'none'], at);
    }
  });

  it('does not treat an empty list as null, in built-in and custom fields', async () => {
    const at = '/api/sales/accounts';
    await admin.create('/api/data/models/sales/accounts/fields', { key: 'marks', type: 'list' });
    await admin.create(at, { name: 'empty', tags: [], marks: [] });
    await admin.create(at, { name: 'without', tags: null, marks: null });
    const names = async (filter: string) => namesIn(await admin.get(`${at}?${filter}&filter[name][in]=empty,without`));
    for (const key of ['tags', 'marks']) {
      assert.deepEqual(await names(`filter[${key}][null]=false`), ['empty'], key);
      assert.deepEqual(await names(`filter[${key}][null]=true`), ['without'], key);
    }
  });
});

describe('an invalid query', () => {
  it('is refused with the name of the field, operator or value', () =>
    refuseAll(admin, path, {
      'filter[nope]=1': ['nope'],
      'filter[value][about]=1': ['about'],
      'filter[value][contains]=1': ['value', 'contains'],
      'filter[tags][gt]=a': ['tags', 'gt'],
      'filter[value]=abc': ['value'],
      'filter[value][gt]=': ['value'],
      'filter[closeDate]=2026-02-30': ['closeDate'],
      'filter[stageChangedAt]=yesterday': ['stageChangedAt'],
      'filter[accountId]=acme': ['accountId'],
      'filter[value][null]=maybe': ['value'],
      'filter[value][between]=1': ['value', 'between'],
      'filter[value][between]=1,2,3': ['value', 'between'],
      'filter[accountId.nope]=1': ['nope'],
      'filter[name.first]=1': ['name.first'],
      'filter[accountId.ownerId.email]=x': ['accountId.ownerId.email'],
      'filter[or][0][nope]=1': ['nope'],
      'filter[or][x][stage]=won': ['or'],
      'filter[and][x][stage]=won': ['and'],
      'filter[and]=won': ['and'],
      'filter[not]=won': ['not'],
      'filter[not][0][stage]=won': ['0'],
      'filter[not][nope]=1': ['nope'],
      'filter[__proto__]=1': ['__proto__'],
      'filter=won': ['filter'],
      'filter[]=won': ['filter'],
    }));

  it('is refused with the name of the parameter', () =>
    refuseAll(admin, path, {
      'nope=1': ['nope'],
      'Sort=name': ['Sort'],
      'sort[0]=name': ['sort'],
      'sort=nope': ['sort', 'nope'],
      'sort=tags': ['sort', 'tags'],
      'sort=description': ['sort', 'description'],
      'sort=accountId.name': ['sort', 'accountId.name'],
      'sort=name,-name': ['sort'],
      'sort=': ['sort'],
      'fields=name,nope': ['fields', 'nope'],
      'include=nope': ['include', 'nope'],
      'include=name': ['include', 'name'],
      'count=maybe': ['count'],
      'count=true': ['count'],
    }));

  it('is refused when page or limit is out of range or not an integer', async () => {
    for (const name of ['page', 'limit']) {
      for (const value of ['0', '-1', '1.5', 'abc', '', '1e1', '%2B1', '99999999999999999999']) {
        refusedQuery(await admin.get(`${path}?${name}=${value}`), name);
      }
    }
    refusedQuery(await admin.get(`${path}?limit=201`), 'limit', '200');
    assert.equal((await admin.get(`${path}?limit=200`)).body.meta.limit, 200);
  });

  it('is refused when it has a parameter or condition twice', () =>
    refuseAll(admin, path, {
      'page=1&page=1': ['page'],
      'limit=5&limit=6': ['limit'],
      'sort=name&sort=value': ['sort'],
      'fields=name&fields=value': ['fields'],
      'include=accountId&include=contactId': ['include'],
      'q=a&q=b': ['q'],
      'count=none&count=none': ['count'],
      'cursor=a&cursor=b': ['cursor'],
      'filter[stage]=won&filter[stage]=lost': ['stage'],
      'filter[value][gt]=1&filter[value][gt]=2': ['value', 'gt'],
      'filter[stage]=won&filter[stage][ne]=lost': ['stage'],
    }));
});
