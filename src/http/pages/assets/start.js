// Signs in and out by the API; the server draws the page anew for who is signed in.

const form = document.getElementById('form');
const result = document.getElementById('result');
const send = document.getElementById('send');
const signOut = document.getElementById('sign-out');

let sending = false;

/** As text, always: what a server says may hold what a stranger wrote. */
function say(message, kind = '') {
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

async function act(button, action, body) {
  if (sending) return;
  sending = true;
  button.setAttribute('aria-disabled', 'true');
  say('One moment …');
  const problem = await post(action, body);
  sending = false;
  button.removeAttribute('aria-disabled');
  if (problem === undefined) return location.replace('/');
  say(problem, 'bad');
  result.focus();
}

if (form) {
  const { email, password, accountKey } = form.elements;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const account = accountKey.value.trim();
    act(send, 'login', {
      email: email.value.trim(),
      password: password.value,
      ...(account !== '' && { accountKey: account }),
    });
  });
  // A sign-in elsewhere enters the account that the form names.
  for (const link of document.querySelectorAll('[data-provider]')) {
    const { pathname } = link;
    accountKey.addEventListener('input', () => {
      const account = accountKey.value.trim();
      link.href = account === '' ? pathname : `${pathname}?${new URLSearchParams({ accountKey: account })}`;
    });
  }
  form.hidden = false;
}
signOut?.addEventListener('click', () => act(signOut, 'logout', {}));
