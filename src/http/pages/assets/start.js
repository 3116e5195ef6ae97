// Signs in and out through the API, then loads the page again: the server renders it for the session.

const form = document.getElementById('form');
const result = document.getElementById('result');
const send = document.getElementById('send');
const signOut = document.getElementById('sign-out');

let sending = false;

/** Never as HTML: an answer may contain text that an attacker wrote. */
function showResult(message, kind = '') {
  result.textContent = message;
  result.className = kind;
}

async function post(action, body) {
  try {
    const response = await fetch(`/api/identity/auth/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'same-origin',
    });
    if (response.ok) return undefined;
    const answer = await response.json().catch(() => undefined);
    return answer?.error?.message ?? `The server answered with ${response.status} and gave no reason. Try again later.`;
  } catch {
    return 'The server could not be reached. Check your connection and press the button once more.';
  }
}

async function submit(button, action, body) {
  if (sending) return;
  sending = true;
  button.setAttribute('aria-disabled', 'true');
  showResult('One moment …');
  const problem = await post(action, body);
  sending = false;
  button.removeAttribute('aria-disabled');
  if (problem === undefined) return location.replace('/');
  showResult(problem, 'bad');
  result.focus();
}

if (form) {
  const { email, password, accountKey } = form.elements;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const account = accountKey.value.trim();
    submit(send, 'login', {
      email: email.value.trim(),
      password: password.value,
      ...(account !== '' && { accountKey: account }),
    });
  });
  // Signing in with a provider uses the account key of the form too.
  for (const link of document.querySelectorAll('[data-provider]')) {
    const { pathname } = link;
    accountKey.addEventListener('input', () => {
      const account = accountKey.value.trim();
      link.href = account === '' ? pathname : `${pathname}?${new URLSearchParams({ accountKey: account })}`;
    });
  }
  form.hidden = false;
}
signOut?.addEventListener('click', () => submit(signOut, 'logout', {}));
