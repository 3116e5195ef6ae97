import type { Bomb } from './bomb.ts';
import { csvBombs } from './csv.ts';
import { mailHtmlBombs } from './mail-html.ts';
import { mailStoreBombs } from './mail-store.ts';
import { mailTemplateBombs } from './mail-templates.ts';
import { mailWritingBombs } from './mail-writing.ts';
import { sitePageBombs } from './site-pages.ts';
import { workflowBombs } from './workflows.ts';

/** All bombs. A new parser of untrusted input gets a file in this folder and an entry in this list. */
export const bombs: readonly Bomb[] = [
  ...mailHtmlBombs,
  ...mailWritingBombs,
  ...mailTemplateBombs,
  ...mailStoreBombs,
  ...csvBombs,
  ...sitePageBombs,
  ...workflowBombs,
];
