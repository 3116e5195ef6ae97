import type { Page } from '#core/page.ts';
import { clickPage } from './click-page.ts';
import { confirmPage } from './confirm-page.ts';
import { openPage } from './open-page.ts';
import { unsubscribePage } from './unsubscribe-page.ts';
import { type RenderForBrowser, viewPage } from './view-page.ts';

/** The public pages that links in mails lead to. */
export const mailPages = (renderForBrowser: RenderForBrowser): readonly Page[] => [
  openPage,
  clickPage,
  unsubscribePage,
  viewPage(renderForBrowser),
  confirmPage,
];
