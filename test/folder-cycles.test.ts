import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cyclesOf, folderGraphs, newCycles, partGraphs, readCycles } from '../scripts/folder-cycles.ts';

const cyclesIn = (sources: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Array.from(folderGraphs(new Map(Object.entries(sources))), ([area, graph]) => [area, cyclesOf(graph)]),
  );

describe('circles of folders', () => {
  it('are found in each module, in the core and in http, imports of types included', () => {
    assert.deepEqual(
      cyclesIn({
        'src/modules/sales/deals/deal.ts': `import type { Price } from '../prices/price.ts';`,
        'src/modules/sales/prices/price.ts': `import { total } from './sql/total.ts';`,
        'src/modules/sales/prices/sql/total.ts': `export { deal } from '../../deals/deal.ts';`,
        'src/modules/sales/taxes/tax.ts': `import { deal } from '../deals/deal.ts';`,
        'src/core/errors.ts': `const { job } = await import('#core/jobs/job.ts');`,
        'src/core/jobs/job.ts': `import { AppError } from '../errors.ts';`,
        'src/http/server.ts': `import { mount } from './api/mount.ts';`,
        'src/http/api/mount.ts': `import { AppError } from '#core/errors.ts'; import { page } from '../pages/page.ts';`,
        'src/http/pages/page.ts': `import type { Server } from '../server.ts';`,
      }),
      { sales: [['deals', 'prices', 'prices/sql']], core: [['.', 'jobs']], http: [['.', 'api', 'pages']] },
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

  it('are found between parts of a module, which import contracts', () => {
    const sources = {
      'src/modules/sales/deals/index.ts': `import { deal } from './deal.ts';`,
      'src/modules/sales/deals/contract.ts': `export { deal } from './deal.ts';`,
      'src/modules/sales/deals/deal.ts': `import { price } from '../prices/contract.ts'; import '../models/deal.ts';`,
      'src/modules/sales/models/deal.ts': `import { deal } from '../deals/contract.ts';`,
      'src/modules/sales/prices/index.ts': '',
      'src/modules/sales/prices/contract.ts': `export { price } from './sql/price.ts';`,
      'src/modules/sales/prices/sql/price.ts': `import type { Deal } from '../../deals/contract.ts';`,
      'src/modules/sales/taxes/index.ts': `import { deal } from '../deals/contract.ts';`,
    };
    const graphs = Array.from(partGraphs(new Map(Object.entries(sources))), ([area, graph]) => [area, cyclesOf(graph)]);
    assert.deepEqual(graphs, [['parts of sales', [['deals', 'prices']]]]);
    assert.deepEqual(readCycles('parts of sales: deals, prices\n'), [
      { area: 'parts of sales', folders: ['deals', 'prices'] },
    ]);
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
