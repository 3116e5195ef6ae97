import type { PageAnswer } from '#core/page.ts';
import { escapeHtml } from '#lib/html.ts';
import type { MailTexts } from './languages/index.ts';
import type { ListPreference } from './sql/preferences.ts';
import type { Recipient } from './sql/recipient.ts';

export interface Preferences extends Recipient {
  readonly lists: readonly ListPreference[];
  readonly unsubscribedFromAll: boolean;
  /** HTML with the brand of the sending company. */
  readonly brand: string;
}

/** Identifies the form of this page. A body without it is a one-click unsubscription (RFC 8058). */
export const formField = { name: 'form', value: 'preferences' };

const strong = (text: string): string => `<strong>${escapeHtml(text)}</strong>`;

/** Renders the preferences page, which works without scripts. `done` is the confirmation of the last form. */
export function preferencesHtml(preferences: Preferences, texts: MailTexts, done?: string): PageAnswer {
  const { email, sender, lists } = preferences;
  const { title, about } = texts.preferences;
  return {
    language: texts.language,
    title,
    main: `${preferences.brand}<h1>${title}</h1>
      ${done === undefined ? '' : `<p id="result" class="good" role="status">${escapeHtml(done)}</p>`}
      <p>${about(sender === null ? null : strong(sender), strong(email))}</p>
      <form method="post">
        <input type="hidden" name="${formField.name}" value="${formField.value}">
        ${preferences.unsubscribedFromAll ? resumeButton(texts) : choices(lists, texts)}
      </form>`,
  };
}

const resumeButton = ({ preferences: { unsubscribed, resume } }: MailTexts): string => `<p>${unsubscribed}</p>
        <button type="submit" name="do" value="resume">${resume}</button>`;

function choices(lists: readonly ListPreference[], { preferences: texts }: MailTexts): string {
  if (lists.length === 0)
    return `<p>${texts.unsubscribeHelp}</p>
        <button type="submit" name="do" value="stop">${texts.unsubscribe}</button>`;
  return `<fieldset>
          <legend>${texts.choose}</legend>
          ${lists.map(checkbox).join('\n          ')}
        </fieldset>
        <button type="submit" name="do" value="save">${texts.save}</button>
        <button type="submit" name="do" value="stop" class="plain wide">${texts.unsubscribeFromAll}</button>`;
}

/** A checkbox with the hidden field `shown`, which separates deselected lists from lists that the page did not show. */
const checkbox = ({ id, name, subscribed }: ListPreference): string =>
  `<input type="hidden" name="shown" value="${id}">
          <label class="check"><input type="checkbox" name="list" value="${id}"${subscribed ? ' checked' : ''}> ${escapeHtml(name)}</label>`;
