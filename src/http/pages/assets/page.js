// What a link in a mail is for happens when its reader presses the button, never by opening the page.

const form = document.getElementById('form');
const result = document.getElementById('result');
const send = document.getElementById('send');
const show = document.getElementById('show');
const password = document.getElementById('password');

const token = new URLSearchParams(location.search).get('token');
// Whoever looks at the screen or into the history later finds no token there.
history.replaceState(null, '', location.pathname);

let sending = false;

/** As text, always: what a server says may hold what a stranger wrote. */
function say(message, kind = '') {
  result.textContent = message;
  result.className = kind;
}

/** Fields that were left empty are not sent. */
function input() {
  const fields = [...form.querySelectorAll('input')].map(({ name, value }) => [
    name,
    name === 'password' ? value : value.trim(),
  ]);
  return { token, ...Object.fromEntries(fields.filter(([, value]) => value !== '')) };
}

async function post() {
  let response;
  try {
    response = await fetch(`../api/identity/auth/${form.dataset.action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input()),
      credentials: 'same-origin',
      referrerPolicy: 'no-referrer',
    });
  } catch {
    return { problem: 'The server could not be reached. Check your connection and press the button once more.' };
  }
  if (response.ok) return {};
  const answer = await response.json().catch(() => undefined);
  const { message, details = [] } = answer?.error ?? {};
  return {
    problem: message ?? `The server answered with ${response.status} and gave no reason. Try again in a while.`,
    fields: details.map(({ field }) => field),
  };
}

function done() {
  form.reset();
  form.hidden = true;
  say(form.dataset.done, 'good');
  result.focus();
}

function failed({ problem, fields = [] }) {
  say(problem, 'bad');
  if (!password || !fields.includes('password')) return;
  password.setAttribute('aria-invalid', 'true');
  password.focus();
}

async function submit(event) {
  event.preventDefault();
  if (sending) return;
  sending = true;
  send.setAttribute('aria-disabled', 'true');
  password?.removeAttribute('aria-invalid');
  say('One moment …');
  const outcome = await post();
  sending = false;
  send.removeAttribute('aria-disabled');
  if (outcome.problem === undefined) done();
  else failed(outcome);
}

function toggle() {
  const shown = password.type === 'password';
  password.type = shown ? 'text' : 'password';
  show.setAttribute('aria-pressed', String(shown));
}

if (token) {
  form.addEventListener('submit', submit);
  show?.addEventListener('click', toggle);
  form.hidden = false;
} else {
  say('There is no token in the address of this page. Open the link in the mail once more, or copy all of it.', 'bad');
}
