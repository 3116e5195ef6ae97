import { escapeHtml } from '#lib/html.ts';
import type { Control, FormField } from '../definition/form-field.ts';
import type { Texts } from './languages/texts.ts';

/** The state of a field: its answers as texts, and its problem. */
export interface FieldState {
  readonly values: readonly string[];
  readonly problem: string | undefined;
}

const inputTypes: Partial<Record<Control, string>> = {
  email: 'email',
  phone: 'tel',
  url: 'url',
  number: 'number',
  date: 'date',
  datetime: 'datetime-local',
};

/** The `autocomplete` values of fields that browsers can fill in. */
const autocomplete: Readonly<Record<string, string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  name: 'name',
  email: 'email',
  phone: 'tel',
  company: 'organization',
  title: 'organization-title',
};

const attribute = (name: string, value: string | number | undefined): string =>
  value === undefined ? '' : ` ${name}="${escapeHtml(String(value))}"`;

export function renderField(field: FormField, state: FieldState, texts: Texts): string {
  const { key, label, help, required, control } = field;
  const id = `f-${key}`;
  const mark = required ? ` <span class="mark" title="${texts.required}">*</span>` : '';
  const hints = [help, control === 'datetime' ? texts.utc : undefined].filter(
    (text) => text !== undefined && text !== '',
  );
  const described = [
    ...(hints.length > 0 ? [`${id}-help`] : []),
    ...(state.problem === undefined ? [] : [`${id}-problem`]),
  ];
  const common =
    attribute('aria-describedby', described.length > 0 ? described.join(' ') : undefined) +
    (state.problem === undefined ? '' : ' aria-invalid="true"');
  const after = [
    ...(hints.length > 0 ? [`<p class="help" id="${id}-help">${escapeHtml(hints.join(' '))}</p>`] : []),
    ...(state.problem === undefined ? [] : [`<p class="problem" id="${id}-problem">${escapeHtml(state.problem)}</p>`]),
  ].join('\n');
  const place = `class="field" data-field="${escapeHtml(key)}"`;
  if (control === 'checkbox')
    return `<div ${place}>
      <label class="check"><input type="checkbox" name="${escapeHtml(key)}" value="true" id="${id}"${common}${
        state.values.includes('true') ? ' checked' : ''
      }> <span>${escapeHtml(label)}${mark}</span></label>
      ${after}
    </div>`;
  if (control === 'checkboxes' && field.options)
    return `<fieldset ${place}${common}>
      <legend>${escapeHtml(label)}${mark}</legend>
      ${checkboxes(field, state)}
      ${after}
    </fieldset>`;
  return `<div ${place}>
      <label for="${id}">${escapeHtml(label)}${mark}</label>
      ${input(field, id, state, texts, common)}
      ${after}
    </div>`;
}

const checkboxes = ({ key, options = [] }: FormField, { values }: FieldState): string =>
  options
    .map(
      ({ value, label }) =>
        `<label class="check"><input type="checkbox" name="${escapeHtml(key)}" value="${escapeHtml(value)}"${
          values.includes(value) ? ' checked' : ''
        }> <span>${escapeHtml(label)}</span></label>`,
    )
    .join('\n');

function input(field: FormField, id: string, { values }: FieldState, texts: Texts, common: string): string {
  const { key, control, placeholder, options, field: checks } = field;
  const shared = `id="${id}" name="${escapeHtml(key)}"${common}${attribute('autocomplete', autocomplete[key])}`;
  const value = values[0] ?? '';
  if (control === 'files') return `<input type="file" multiple ${shared}>`;
  if (control === 'lines')
    return `<textarea rows="5" ${shared}${attribute('maxlength', checks?.maxLength)}${attribute('placeholder', placeholder)}>\n${escapeHtml(value)}</textarea>`;
  if (options && checks?.declared.strict) return select(`${shared}`, options, value, texts);
  const list = options ? ` list="${id}-options"` : '';
  const type = inputTypes[control] ?? 'text';
  const limits =
    control === 'number'
      ? `${attribute('min', checks?.declared.min)}${attribute('max', checks?.declared.max)} step="${checks?.type.name === 'integer' ? '1' : 'any'}"`
      : attribute('maxlength', checks?.maxLength);
  const suggestions = options
    ? `<datalist id="${id}-options">${options.map((option) => `<option value="${escapeHtml(option.value)}">${escapeHtml(option.label)}</option>`).join('')}</datalist>`
    : '';
  return `<input type="${type}" ${shared}${limits}${list}${attribute('placeholder', placeholder)} value="${escapeHtml(value)}">${suggestions}`;
}

const select = (
  shared: string,
  options: NonNullable<FormField['options']>,
  chosen: string,
  { choose }: Texts,
): string =>
  `<select ${shared}>
        <option value="">${choose}</option>
        ${options.map(({ value, label }) => `<option value="${escapeHtml(value)}"${value === chosen ? ' selected' : ''}>${escapeHtml(label)}</option>`).join('\n        ')}
      </select>`;
