import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';

/** Opens the assistant of a page by its key. */
export async function openAssistant(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Assistant' }).waitFor();
  await page.keyboard.press('Control+j');
  const panel = page.getByRole('region', { name: 'Assistant' });
  await panel.getByRole('textbox', { name: 'Ask or tell the assistant' }).waitFor();
  return panel;
}

/** Asks a question, and waits until the answer has ended. */
export async function ask(panel: Locator, question: string): Promise<Locator> {
  const input = panel.getByRole('textbox', { name: 'Ask or tell the assistant' });
  await input.fill(question);
  await input.press('Enter');
  const answer = panel.getByRole('article', { name: 'Assistant' }).last();
  await panel.getByRole('article', { name: 'You' }).filter({ hasText: question }).last().waitFor();
  await eventually(async () => assert.equal(await answer.getAttribute('aria-busy'), 'false'));
  return answer;
}
