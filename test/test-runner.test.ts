import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { testsOf } from '../scripts/testing/changed.ts';
import { namedFiles } from '../scripts/testing/groups.ts';
import { Results } from '../scripts/testing/results.ts';
import { reportUnsteady, rerunFailed } from '../scripts/testing/unsteady.ts';
import { createRegistry } from '../src/app.ts';
import { coveringModels } from './covering-models.ts';

type PassEvent = Parameters<Results['passed']>[0];
type FailEvent = Parameters<Results['failed']>[0];

/** Results of one file, as the runner of Node reports them: its tests, then the file itself. */
function resultsOf(file: string, tests: Readonly<Record<string, 'passed' | 'failed'>>): Results {
  const results = new Results();
  const details = { duration_ms: 1000, passed: true };
  for (const [name, outcome] of Object.entries(tests)) {
    const error = Object.assign(new Error(`${name} is wrong`), { failureType: 'testCodeFailure' });
    if (outcome === 'passed') results.passed({ nesting: 1, name, details } as unknown as PassEvent);
    else results.failed({ nesting: 1, name, details: { ...details, error } } as unknown as FailEvent);
  }
  results.passed({ nesting: 0, name: file, details } as unknown as PassEvent);
  return results;
}

describe('a run of all tests', () => {
  it('finds the files that its order names', () => {
    for (const file of namedFiles) assert.ok(existsSync(file), file);
  });

  it('counts a file that fails and passes alone as passed, and names it with both results', async (t) => {
    const lines: string[] = [];
    t.mock.method(console, 'log', (line: string) => lines.push(line));
    const results = resultsOf('a.test.ts', { one: 'passed', two: 'failed' });
    const unsteady = await rerunFailed(results, async (file) => resultsOf(file, { one: 'passed', two: 'passed' }));
    assert.equal(reportUnsteady(unsteady), false);
    assert.deepEqual([results.sum('passed'), results.sum('failed')], [2, 0]);
    const printed = lines.join('\n');
    assert.match(printed, /UNSTEADY: a\.test\.ts/);
    assert.match(printed, /1 passed, 1 failed:\ntwo: Error: two is wrong/);
    assert.match(printed, /second run: 2 passed, 0 failed/);
  });

  it('fails when a file fails twice', async (t) => {
    t.mock.method(console, 'log', () => {});
    const results = resultsOf('a.test.ts', { one: 'passed', two: 'failed' });
    const unsteady = await rerunFailed(results, async (file) => resultsOf(file, { one: 'failed', two: 'passed' }));
    assert.deepEqual([unsteady, results.sum('failed'), results.failedFiles], [[], 1, ['a.test.ts']]);
  });

  it('fails when more than three files are unsteady', async (t) => {
    t.mock.method(console, 'log', () => {});
    const unsteady = ['a', 'b', 'c', 'd'].map((file) => ({ file, first: failed, second: passed }));
    assert.equal(reportUnsteady(unsteady.slice(0, 3)), false);
    assert.equal(reportUnsteady(unsteady), true);
  });

  it('blames the files that had no result when their process ended', () => {
    const results = resultsOf('a.test.ts', { one: 'passed' });
    const error = Object.assign(new Error('test failed'), { failureType: 'testCodeFailure' });
    results.failed({ nesting: 0, name: 'group.mjs', details: { duration_ms: 1, error } } as unknown as FailEvent);
    results.endGroup('group.mjs', ['a.test.ts', 'b.test.ts']);
    assert.deepEqual(results.failedFiles, ['b.test.ts']);
  });

  it('takes models with every trait, the same each time', () => {
    const { models } = createRegistry();
    const chosen = coveringModels(models);
    assert.deepEqual(coveringModels(models), chosen);
    assert.deepEqual(
      new Set(chosen.map(({ moduleKey }) => moduleKey)),
      new Set(models.map(({ moduleKey }) => moduleKey)),
    );
  });
});

const failed = { passed: 0, failed: 1, skipped: 0, seconds: 1, failures: ['one: wrong'] };
const passed = { passed: 1, failed: 0, skipped: 0, seconds: 1, failures: [] };

describe('a run of the tests that a change concerns', () => {
  const sources = new Map(
    Object.entries({
      'src/app.ts':
        "import { forms } from './modules/forms/index.ts';\nimport { sales } from './modules/sales/index.ts';",
      'src/modules/forms/index.ts': "import { submit } from './actions/submit.ts';\nimport './jobs/remind.ts';",
      'src/modules/forms/actions/submit.ts':
        "import { check } from '../check.ts';\nroutes: [{ path: '/api/forms/submit/:id' }]",
      'src/modules/forms/check.ts': "import { trim } from '#lib/trim.ts';",
      'src/modules/forms/jobs/remind.ts': "import type { Check } from '../check.ts';",
      'src/modules/forms/jobs/jobs.test.ts': "import '#test/harness.ts';",
      'src/modules/sales/index.ts': "import { contacts } from './models/contacts.ts';",
      'src/modules/sales/models/contacts.ts': '',
      'src/lib/trim.ts': '',
      'src/http/server.ts': '',
      'test/harness.ts': "import { createApp } from '../src/app.ts';",
      'test/submit.test.ts': "import './harness.ts';\npost('/api/forms/submit/1')",
      'test/forms.test.ts': "import './harness.ts';\nget('/api/forms/forms')",
      'test/contacts.test.ts': "import './harness.ts';\nget('/api/sales/contacts')",
      'test/trim.test.ts': "import { trim } from '../src/lib/trim.ts';",
      'test/readme.test.ts': "read('README.md')\nread('../docs')",
      'test/console/list.test.ts': "import '../harness.ts';",
    }),
  );
  const tests = [...sources.keys()].filter((file) => file.endsWith('.test.ts'));
  const names = (...changed: string[]) =>
    testsOf(changed, sources, tests).files.map((file) => file.replace(/^test\/|\.test\.ts$/g, ''));

  it('takes those that import the file, and those that call what imports it', () => {
    assert.deepEqual(names('src/lib/trim.ts'), ['trim', 'submit']);
    assert.deepEqual(names('src/modules/forms/check.ts'), ['submit']);
    assert.deepEqual(names('src/modules/sales/models/contacts.ts'), ['contacts']);
    assert.deepEqual(names('test/trim.test.ts'), ['trim']);
  });

  it('takes those beside the file, and those of the module when no action or model imports it', () => {
    assert.deepEqual(names('src/modules/forms/jobs/remind.ts'), ['src/modules/forms/jobs/jobs', 'submit', 'forms']);
  });

  it('takes those that read a changed file which is no code, and those of the console for its pages', () => {
    for (const file of ['README.md', 'docs/README.md', 'docs/forms.md'])
      assert.deepEqual(names(file), ['readme'], file);
    assert.deepEqual(names('LICENSE'), []);
    const withPage = new Map([...sources, ['web/src/page.tsx', '']]);
    assert.deepEqual(testsOf(['web/src/page.tsx'], withPage, tests).files, ['test/console/list.test.ts']);
  });

  it('takes all when the composition of the server changes', () => {
    assert.deepEqual(names('src/app.ts').length, tests.length);
    assert.equal(testsOf(['src/app.ts'], sources, tests).concernsAll, 'src/app.ts');
    assert.deepEqual(names('test/harness.ts').length, 5);
  });
});
