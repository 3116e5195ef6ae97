import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cyclesOf, folderGraphs, newCycles, readCycles } from '../scripts/folder-cycles.ts';

const cyclesIn = (sources: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Array.from(folderGraphs(new Map(Object.entries(sources))), ([area, graph]) => [area, cyclesOf(graph)]),
  );

describe('circles of folders', () => {
  it('are found in each module and in the core, imports of types included', () => {
    assert.deepEqual(
      cyclesIn({
        'src/modules/sales/deals/deal.ts': `import type { Price } from '../prices/price.ts';`,
        'src/modules/sales/prices/price.ts': `import { total } from './sql/total.ts';`,
        'src/modules/sales/prices/sql/total.ts': `export { deal } from '../../deals/deal.ts';`,
        'src/modules/sales/taxes/tax.ts': `import { deal } from '../deals/deal.ts';`,
        'src/core/errors.ts': `const { job } = await import('#core/jobs/job.ts');`,
        'src/core/jobs/job.ts': `import { AppError } from '../errors.ts';`,
      }),
      { sales: [['deals', 'prices', 'prices/sql']], core: [['.', 'jobs']] },
    );
  });

  it('do not go through other modules, the index or the contract of a module', () => {
    assert.deepEqual(
      cyclesIn({
        'src/modules/sales/index.ts': `import { deal } from './deals/deal.ts';`,
        'src/modules/sales/settings.ts': '',
        'src/modules/sales/contract.ts': `export { deal } from './deals/deal.ts';`,
        'src/modules/sales/deals/deal.ts': `import { form } from '../../forms/contract.ts'; import '../settings.ts';`,
        'src/modules/forms/contract.ts': `import { form } from './form.ts';`,
        'src/modules/forms/form.ts': `import { deal } from '../sales/contract.ts';`,
      }),
      { sales: [], forms: [] },
    );
  });

  it('may shrink and fall apart, and not grow', () => {
    const listed = readCycles('sales: a, b, c, d\n');
    assert.deepEqual(newCycles(readCycles('sales: a, b\nsales: c, d\n'), listed), []);
    const grown = readCycles('sales: a, e\nforms: a, b\n');
    assert.deepEqual(newCycles(grown, listed), grown);
    assert.deepEqual(grown, [
      { area: 'sales', folders: ['a', 'e'] },
      { area: 'forms', folders: ['a', 'b'] },
    ]);
  });
});
