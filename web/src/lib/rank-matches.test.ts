import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bestFirst, namedFirst } from './rank-matches.ts';

const ranked = (items: readonly string[], query: string) => bestFirst(items, query, (item) => item);

describe('the order of matches', () => {
  it('is the same text, then its start, then the start of a word, then anywhere', () => {
    const items = [
      'Campaign sequence snapshot contacts',
      'Subcontacts',
      'Contacts of accounts',
      'Contacts',
      'Accounts',
    ];
    assert.deepEqual(ranked(items, 'contacts'), [
      'Contacts',
      'Contacts of accounts',
      'Campaign sequence snapshot contacts',
      'Subcontacts',
    ]);
  });

  it('keeps items of the same rank as they were, and everything when nothing is typed', () => {
    assert.deepEqual(ranked(['Bern', 'Basel', 'Zug'], 'b'), ['Bern', 'Basel']);
    assert.deepEqual(ranked(['Bern', 'Basel'], '  '), ['Bern', 'Basel']);
  });

  it('ignores case and accents, and finds words in another order', () => {
    assert.deepEqual(ranked(['Müller', 'Mueller'], 'MULLER'), ['Müller']);
    assert.deepEqual(ranked(['Lovelace, Ada'], 'ada love'), ['Lovelace, Ada']);
    assert.deepEqual(ranked(['Europe/Berlin', 'America/New_Berlin_X'], 'berlin'), [
      'Europe/Berlin',
      'America/New_Berlin_X',
    ]);
  });

  it('counts further texts as less than the name', () => {
    const items = [
      { name: 'Deals', key: 'sales.accounts' },
      { name: 'All accounts', key: 'x' },
    ];
    assert.deepEqual(
      bestFirst(items, 'accounts', ({ name, key }) => [name, key]).map(({ name }) => name),
      ['All accounts', 'Deals'],
    );
  });

  it('leaves out nothing that a search of the server found by another field', () => {
    assert.deepEqual(
      namedFirst(['Harbour Ltd', 'Old Harbor', 'Harbor'], 'harbor', (item) => item),
      ['Harbor', 'Old Harbor', 'Harbour Ltd'],
    );
  });
});
