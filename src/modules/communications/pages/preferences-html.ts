import type { PageAnswer } from '#core/page.ts';
import { escapeHtml } from '#lib/html.ts';
import type { ListPreference } from './sql/preferences.ts';
import type { Recipient } from './sql/recipient.ts';

export interface Preferences extends Recipient {
  readonly lists: readonly ListPreference[];
  readonly unsubscribedFromAll: boolean;
}

/** Marks the form of this page. A body without it is a one-click unsubscription (RFC 8058). */
export const formField = { name: 'form', value: 'preferences' };

const title = 'Your mail preferences';

/** `done` tells what the last form has changed. It works without scripts. */
export function preferencesHtml(preferences: Preferences, done?: string): PageAnswer {
  const { email, sender } = preferences;
  const from = sender === null ? '' : ` from <strong>${escapeHtml(sender)}</strong>`;
  return {
    title,
    main: `<h1>${title}</h1>
      ${done === undefined ? '' : `<p id="result" class="good" role="status">${escapeHtml(done)}</p>`}
      <p>For mail${from} to <strong>${escapeHtml(email)}</strong>.</p>
      <form method="post">
        <input type="hidden" name="${formField.name}" value="${formField.value}">
        ${preferences.unsubscribedFromAll ? resumeButton : choices(preferences.lists)}
      </form>`,
  };
}

const resumeButton = `<p>You get no newsletters or other mailings at this address.</p>
        <button type="submit" name="do" value="resume">Get mailings again</button>`;

function choices(lists: readonly ListPreference[]): string {
  if (lists.length === 0)
    return `<p>Unsubscribe to get no more newsletters or other mailings at this address.</p>
        <button type="submit" name="do" value="stop">Unsubscribe</button>`;
  return `<fieldset>
          <legend>What you want to get</legend>
          ${lists.map(checkbox).join('\n          ')}
        </fieldset>
        <button type="submit" name="do" value="save">Save</button>
        <button type="submit" name="do" value="stop" class="plain wide">Unsubscribe from everything</button>`;
}

/** `shown` tells lists that were deselected from lists that the page did not show. */
const checkbox = ({ id, name, subscribed }: ListPreference): string =>
  `<input type="hidden" name="shown" value="${id}">
          <label class="check"><input type="checkbox" name="list" value="${id}"${subscribed ? ' checked' : ''}> ${escapeHtml(name)}</label>`;
