import type { RecordObject } from '#core/operations/validate.ts';
import { escapeHtml } from '#lib/html.ts';
import type { FormDefinition, FormStep } from '../definition/form-definition.ts';
import { trapField } from '../definition/reserved-keys.ts';
import type { Captcha } from '../settings/captcha-setting.ts';
import { formLimits } from '../submissions/form-limits.ts';
import type { Texts } from './languages/texts.ts';
import { textsIn } from './page-language.ts';
import { type FieldState, renderField } from './render-field.ts';

/** The values that every page of a form needs. */
export interface PageFrame {
  readonly form: RecordObject;
  /** The path of the page: `/f/<accountKey>/<slug>`. Empty when there is no form. */
  readonly path: string;
  readonly embedded: boolean;
  /** A language tag. */
  readonly language: string;
}

/** The values of a page with the form. */
export interface FormView extends PageFrame {
  readonly definition: FormDefinition;
  /** Hidden inputs, by name. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly answers: ReadonlyMap<string, readonly string[]>;
  /** Problems, keyed by field. */
  readonly problems: ReadonlyMap<string, string>;
  /** The problem of the submission as a whole. */
  readonly failure?: string | undefined;
  readonly captcha?: Captcha | undefined;
  readonly consent?: boolean;
}

const textOf = (value: RecordObject[string] | undefined): string => (typeof value === 'string' ? value : '');

/** Texts of forms have paragraphs, but no markup. */
const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('\n');

function formDocument({ form, path, embedded, language }: PageFrame, main: string): string {
  const title = textOf(form.title) || textOf(form.name);
  return `<!doctype html>
<html lang="${language}"${embedded ? ' class="embedded"' : ''}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/f/-/form.css">
    ${path === '' ? '' : `<link rel="stylesheet" href="${path}/theme.css?v=${Number(form.version)}">`}
    <script type="module" src="/f/-/form.js"></script>
  </head>
  <body>
    <main>
      ${main}
    </main>
  </body>
</html>
`;
}

/**
 * Renders the form so that it works without scripts: all steps are on one page. The script shows one step at a time and
 * hides fields according to the logic.
 */
export function renderForm(view: FormView): string {
  const { form, definition, path, embedded } = view;
  const texts = textsIn(view.language);
  const title = textOf(form.title) || textOf(form.name);
  const states = JSON.stringify({ rules: definition.rules, required: requiredKeys(definition) });
  const words = JSON.stringify(wordsOf(texts));
  const failure = view.failure ?? (view.problems.size > 0 ? texts.check : undefined);
  const main = `<h1>${escapeHtml(title)}</h1>
      ${paragraphs(textOf(form.description))}
      ${failure === undefined ? '' : `<p class="failure" role="alert">${escapeHtml(failure)}</p>`}
      <form method="post" action="${path}${embedded ? '?embed=1' : ''}"${hasFiles(definition) ? ' enctype="multipart/form-data"' : ''}
        novalidate data-form="${escapeHtml(states)}" data-words="${escapeHtml(words)}" data-layout="${escapeHtml(textOf(form.layout))}"
        data-max-files="${formLimits.files}" data-max-file-bytes="${formLimits.fileBytes}">
        ${Object.entries(view.hidden).map(hiddenInput).join('\n        ')}
        <div class="trap" aria-hidden="true"><label>Leave this empty <input name="${trapField}" tabindex="-1" autocomplete="off"></label></div>
        ${definition.steps.map((step) => renderStep(view, step, texts)).join('\n        ')}
        ${consent(view, texts)}
        ${view.captcha ? captchaBox(view.captcha) : ''}
        <div class="buttons"><button type="submit">${escapeHtml(textOf(form.submitLabel) || texts.send)}</button></div>
      </form>`;
  return formDocument(view, main);
}

/** Texts that the script of the page needs. */
const wordsOf = ({ next, back, step, offline, filesTooLarge, tooManyFiles }: Texts) => ({
  next,
  back,
  step,
  offline,
  filesTooLarge: filesTooLarge(formLimits.fileBytes / 1_000_000),
  tooManyFiles: tooManyFiles(formLimits.files),
});

const requiredKeys = ({ fields }: FormDefinition): string[] =>
  fields.filter(({ required }) => required).map(({ key }) => key);

const hasFiles = ({ fields }: FormDefinition): boolean => fields.some(({ control }) => control === 'files');

const hiddenInput = ([name, value]: readonly [string, string]): string =>
  `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`;

function renderStep({ definition, answers, problems }: FormView, { title, fields }: FormStep, texts: Texts): string {
  const shown = definition.fields.filter(({ key }) => fields.includes(key));
  const ordered = [...shown].sort((a, b) => fields.indexOf(a.key) - fields.indexOf(b.key));
  const stateOf = (key: string): FieldState => ({ values: answers.get(key) ?? [], problem: problems.get(key) });
  return `<section class="step">
          ${title === '' ? '' : `<h2>${escapeHtml(title)}</h2>`}
          ${ordered.map((field) => renderField(field, stateOf(field.key), texts)).join('\n          ')}
        </section>`;
}

function consent({ form, problems, consent: given = false }: FormView, { required }: Texts): string {
  const text = textOf(form.consentText);
  if (text === '') return '';
  const problem = problems.get('consent');
  return `<div class="field consent" data-consent>
          <label class="check"><input type="checkbox" name="consent" value="true"${given ? ' checked' : ''}${
            problem === undefined ? '' : ' aria-invalid="true"'
          }> <span>${escapeHtml(text)} <span class="mark" title="${required}">*</span></span></label>
          ${problem === undefined ? '' : `<p class="problem">${escapeHtml(problem)}</p>`}
        </div>`;
}

const captchaScripts = {
  hcaptcha: { src: 'https://js.hcaptcha.com/1/api.js', className: 'h-captcha' },
  turnstile: { src: 'https://challenges.cloudflare.com/turnstile/v0/api.js', className: 'cf-turnstile' },
};

const captchaBox = ({ provider, siteKey }: Captcha): string =>
  `<div class="field ${captchaScripts[provider].className}" data-sitekey="${escapeHtml(siteKey)}"></div>
        <script src="${captchaScripts[provider].src}" async defer></script>`;

export function renderDone(frame: PageFrame): string {
  const message = textOf(frame.form.successMessage) || textsIn(frame.language).thanks;
  return formDocument(frame, `<div class="done" role="status">${paragraphs(message)}</div>`);
}

export function renderClosed(frame: PageFrame, message: string): string {
  const title = textOf(frame.form.title) || textOf(frame.form.name);
  return formDocument(frame, `<h1>${escapeHtml(title)}</h1><p class="closed" role="status">${escapeHtml(message)}</p>`);
}

/** Renders an error in place of the form. The browser keeps the answers of the page when the visitor goes back. */
export function renderFailure(frame: PageFrame, message: string, { again }: Texts): string {
  const title = textOf(frame.form.title) || textOf(frame.form.name);
  const back = frame.path === '' ? '' : `${frame.path}${frame.embedded ? '?embed=1' : ''}`;
  return formDocument(
    frame,
    `${title === '' ? '' : `<h1>${escapeHtml(title)}</h1>`}<p class="failure" role="alert">${escapeHtml(message)}</p>
      ${back === '' ? '' : `<p><a href="${back}" data-again>${escapeHtml(again)}</a></p>`}`,
  );
}
