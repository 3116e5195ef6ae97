import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Screen, Workspace } from '~/metadata/screens.ts';
import { arrangeLinks } from './sidebar-links.ts';

const screen = (name: string) => ({ _id: name, name }) as Screen;
const workspace = (name: string, screenIds: readonly string[]) => ({ _id: name, name, screenIds }) as Workspace;
const screens = ['accounts', 'campaigns', 'users'].map(screen);

const arranged = (favourites: readonly string[] = []) => {
  const { pages, sections } = arrangeLinks({
    pages: ['Home', 'Forecast', 'Marketing', 'Administration'],
    nameOf: (page) => page,
    isAbout: (page, { name }) => page === 'Forecast' && name === 'accounts',
    workspaces: [
      workspace('Sales', ['accounts', 'gone']),
      workspace('Success', ['accounts']),
      workspace('Marketing', ['campaigns', 'accounts']),
    ],
    screens,
    favouriteIds: new Set(favourites),
  });
  return [
    pages,
    sections.map((one) => [one.workspace.name, one.page, one.tools, ...one.screens.map(({ name }) => name)]),
  ];
};

describe('the links of the sidebar', () => {
  it('have one place each: a page is in the workspace of its name, or in the first one with a screen of its model', () => {
    assert.deepEqual(arranged(), [
      ['Home', 'Administration'],
      [
        ['Sales', undefined, ['Forecast'], 'accounts'],
        ['Success', undefined, [], 'accounts'],
        ['Marketing', 'Marketing', [], 'campaigns', 'accounts'],
      ],
    ]);
  });

  it('are not repeated below the favourites', () => {
    assert.deepEqual(arranged(['accounts', 'campaigns']), [
      ['Home', 'Administration'],
      [
        ['Sales', undefined, ['Forecast']],
        ['Marketing', 'Marketing', []],
      ],
    ]);
  });
});
