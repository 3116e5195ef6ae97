import type { Bomb } from './bomb.ts';
import { csvBombs } from './csv.ts';
import { mailHtmlBombs } from './mail-html.ts';
import { mailStoreBombs } from './mail-store.ts';
import { mailTemplateBombs } from './mail-templates.ts';
import { mailWritingBombs } from './mail-writing.ts';
import { sitePageBombs } from './site-pages.ts';

/** All bombs. A new parser of other people's input gets a file in this folder, and its list is named here. */
export const bombs: readonly Bomb[] = [
  ...mailHtmlBombs,
  ...mailWritingBombs,
  ...mailTemplateBombs,
  ...mailStoreBombs,
  ...csvBombs,
  ...sitePageBombs,
];
