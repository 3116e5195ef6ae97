// Shows one step at a time, hides fields according to the form's logic, and reports the height to an embedding page.
// The form also works without this script.
import { applyLogic } from './logic.js';

function start(form) {
  const { rules, required } = JSON.parse(form.dataset.form);
  const words = JSON.parse(form.dataset.words);
  const steps = new Steps(form, words);
  const places = [...form.querySelectorAll('[data-field]')];
  const update = () => {
    const states = applyLogic(rules, answersIn(places));
    for (const place of places) {
      const key = place.dataset.field;
      place.hidden = states.hidden.has(key);
      markRequired(place, !place.hidden && (required.includes(key) || states.required.has(key)));
    }
    steps.update();
  };
  form.addEventListener('input', update);
  form.addEventListener('change', update);
  form.addEventListener('submit', (event) => {
    const problem = steps.allValid() ? fileProblem(form, words) : '';
    if (problem !== undefined) event.preventDefault();
    if (problem) showFailure(form, problem);
    if (problem !== undefined) return;
    setBusy(form, true);
    if (!canSend(form)) return;
    event.preventDefault();
    send(form, words);
  });
  // A page from the back-forward cache still has its buttons disabled.
  window.addEventListener('pageshow', () => setBusy(form, false));
  keepSource(form);
  update();
}

const setBusy = (form, isBusy) => {
  for (const button of form.querySelectorAll('button')) button.disabled = isBusy;
};

/**
 * True when the script can send the form. Otherwise the browser sends it: a sandboxed page has no origin, and a captcha
 * token is valid only once.
 */
const canSend = (form) => window.origin !== 'null' && !form.querySelector('[data-sitekey]');

/**
 * The error for files that the server would refuse. It would close the connection while the browser still sends them.
 */
function fileProblem(form, words) {
  const files = [...form.querySelectorAll('input[type=file]')].flatMap((input) => [...input.files]);
  if (files.some(({ size }) => size > Number(form.dataset.maxFileBytes))) return words.filesTooLarge;
  return files.length > Number(form.dataset.maxFiles) ? words.tooManyFiles : undefined;
}

/**
 * Sends the form by script, so that the answers stay on the page when the connection is lost. Sending again uses the
 * same token, so the submission is stored once.
 */
async function send(form, words) {
  const isMultipart = form.enctype === 'multipart/form-data';
  const data = new FormData(form);
  try {
    const reply = await fetch(form.action, {
      method: 'POST',
      headers: { accept: 'text/html', 'x-form-script': '1' },
      body: isMultipart ? data : new URLSearchParams(data),
    });
    const text = await reply.text();
    if (reply.ok) location.assign(JSON.parse(text).redirect);
    else showRefusal(form, new DOMParser().parseFromString(text, 'text/html'), words);
  } catch {
    showFailure(form, words.offline);
    setBusy(form, false);
  }
}

/**
 * Replaces this page by the answered page with its problems. When no answer has a problem, this page stays, with its
 * selected files.
 */
function showRefusal(form, page, words) {
  const next = page.querySelector('form[data-form]');
  if (next?.querySelector('[aria-invalid]')) {
    document.querySelector('main').replaceWith(page.querySelector('main'));
    start(document.querySelector('form[data-form]'));
    followHeight();
    window.scrollTo(0, 0);
    return;
  }
  showFailure(form, page.querySelector('.failure, .closed')?.textContent ?? words.offline);
  setBusy(form, false);
}

function showFailure(form, text) {
  document.querySelector('.failure')?.remove();
  const failure = Object.assign(document.createElement('p'), { className: 'failure', textContent: text });
  failure.setAttribute('role', 'alert');
  form.before(failure);
  failure.scrollIntoView({ block: 'nearest' });
}

/** Reads answers in the server's format: several boxes are a list, a single one is true or false. */
function answersIn(places) {
  const answers = {};
  for (const place of places) {
    const key = place.dataset.field;
    const inputs = [...place.querySelectorAll('input, select, textarea')].filter((input) => input.name === key);
    if (place.tagName === 'FIELDSET') answers[key] = inputs.filter(({ checked }) => checked).map(({ value }) => value);
    else if (inputs[0]?.type === 'checkbox') answers[key] = inputs[0].checked;
    else if (inputs[0]?.type === 'number') answers[key] = inputs[0].value === '' ? null : Number(inputs[0].value);
    else answers[key] = inputs[0]?.value ?? null;
  }
  return answers;
}

/** The server checks groups of boxes, because `required` on each box would require all of them. */
function markRequired(place, isRequired) {
  if (place.tagName === 'FIELDSET') return;
  for (const input of place.querySelectorAll('input, select, textarea')) input.required = isRequired;
}

class Steps {
  #form;
  #steps;
  #at = 0;
  #back;
  #next;
  #send;
  #progress;

  constructor(form, words) {
    this.#form = form;
    this.#steps = form.dataset.layout === 'oneQuestionAtATime' ? questions(form) : [...form.querySelectorAll('.step')];
    this.#send = form.querySelector('.buttons button');
    this.#back = button(words.back, () => this.#go(-1));
    this.#next = button(words.next, () => this.#isValid(this.#current()) && this.#go(1));
    this.#back.classList.add('plain');
    this.#progress = Object.assign(document.createElement('p'), { className: 'progress' });
    this.#progress.dataset.word = words.step;
    this.#send.before(this.#back, this.#next);
    form.prepend(this.#progress);
    const wrong = this.#steps.findIndex((step) => step.querySelector('[aria-invalid]'));
    if (wrong > 0) this.#at = wrong;
  }

  /** Skips steps whose fields are all hidden. */
  #shown() {
    return this.#steps.filter((step) => !allHidden(step));
  }

  #current() {
    const shown = this.#shown();
    const current = this.#steps[this.#at];
    return shown.includes(current)
      ? current
      : (shown.find((step) => this.#steps.indexOf(step) > this.#at) ?? shown.at(-1));
  }

  #go(by) {
    const shown = this.#shown();
    const target = shown[shown.indexOf(this.#current()) + by];
    if (!target) return;
    this.#at = this.#steps.indexOf(target);
    this.update();
    target.querySelector('input:not([type=hidden]), select, textarea')?.focus();
  }

  #isValid(step) {
    const wrong = step && inputsIn(step).find((input) => !input.checkValidity());
    wrong?.reportValidity();
    return !wrong;
  }

  /** Opens the first step with a problem. */
  allValid() {
    for (const step of this.#shown()) {
      const wrong = inputsIn(step).find((input) => !input.checkValidity());
      if (!wrong) continue;
      this.#at = this.#steps.indexOf(step);
      this.update();
      wrong.reportValidity();
      return false;
    }
    return true;
  }

  update() {
    const shown = this.#shown();
    const current = this.#current();
    const n = shown.indexOf(current);
    const isLast = n >= shown.length - 1;
    for (const step of this.#steps) step.classList.toggle('away', step !== current);
    for (const part of this.#form.querySelectorAll('[data-consent], [data-sitekey]'))
      part.classList.toggle('away', !isLast);
    this.#back.hidden = n <= 0;
    this.#next.hidden = isLast;
    this.#send.hidden = !isLast;
    this.#progress.hidden = shown.length < 2;
    this.#progress.textContent = `${this.#progress.dataset.word} ${n + 1} / ${shown.length}`;
  }
}

/** Makes each field a step. */
function questions(form) {
  return [...form.querySelectorAll('[data-field]')].map((field) => {
    const step = document.createElement('section');
    step.className = 'question';
    field.before(step);
    step.append(field);
    return step;
  });
}

const allHidden = (step) => [...step.querySelectorAll('[data-field]')].every((field) => field.hidden);

const inputsIn = (step) =>
  [...step.querySelectorAll('input, select, textarea')].filter((input) => !input.closest('[data-field]')?.hidden);

function button(text, press) {
  const made = Object.assign(document.createElement('button'), { type: 'button', textContent: text });
  made.addEventListener('click', press);
  return made;
}

/** Fills in the origin of the visitor. An embedding page passes its own URL in the URL of the frame. */
function keepSource(form) {
  const set = (name, value) => {
    const input = form.querySelector(`input[type=hidden][name=${name}]`);
    if (input && input.value === '' && value) input.value = value;
  };
  const embedded = document.documentElement.classList.contains('embedded');
  set('pageUrl', embedded ? '' : location.href.split('#')[0]);
  set('referrer', document.referrer);
  set('language', navigator.language.slice(0, 20));
}

/** Any page may receive this message, because it contains only the height. */
function followHeight() {
  if (window.parent === window) return;
  const send = () => {
    const height = Math.ceil(document.querySelector('main').getBoundingClientRect().height) + 2;
    window.parent.postMessage({ atriumForm: location.pathname.replace(/\/done$/, ''), height }, '*');
  };
  new ResizeObserver(send).observe(document.querySelector('main'));
  send();
}

const form = document.querySelector('form[data-form]');
if (form) start(form);
// The browser restores the answers when the visitor goes back in the history.
document.querySelector('[data-again]')?.addEventListener('click', (event) => {
  if (history.length < 2) return;
  event.preventDefault();
  history.back();
});
followHeight();
