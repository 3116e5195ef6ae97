// Opening the page changes nothing. The button sends the request that the link in the mail is for.

const form = document.getElementById('form');
const result = document.getElementById('result');
const send = document.getElementById('send');
const show = document.getElementById('show');
const password = document.getElementById('password');

const token = new URLSearchParams(location.search).get('token');
// Removes the token from the address bar and the history.
history.replaceState(null, '', location.pathname);

let sending = false;

/** Never as HTML: an answer may contain text that an attacker wrote. */
function showResult(message, kind = '') {
  result.textContent = message;
  result.className = kind;
}

/** Empty fields are not sent. */
function readInput() {
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
      body: JSON.stringify(readInput()),
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

function showSuccess() {
  form.reset();
  form.hidden = true;
  showResult(form.dataset.done, 'good');
  result.focus();
}

function showFailure({ problem, fields = [] }) {
  showResult(problem, 'bad');
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
  showResult('One moment …');
  const outcome = await post();
  sending = false;
  send.removeAttribute('aria-disabled');
  if (outcome.problem === undefined) showSuccess();
  else showFailure(outcome);
}

function togglePassword() {
  const shown = password.type === 'password';
  password.type = shown ? 'text' : 'password';
  show.setAttribute('aria-pressed', String(shown));
}

if (token) {
  form.addEventListener('submit', submit);
  show?.addEventListener('click', togglePassword);
  form.hidden = false;
} else {
  showResult(
    'There is no token in the address of this page. Open the link in the mail once more, or copy all of it.',
    'bad',
  );
}
