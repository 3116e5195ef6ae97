// Runs before the first paint, so that the colours do not change after the page is shown.
(() => {
  let chosen = 'auto';
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value') ?? 'auto';
  } catch {
    // Without storage, the page follows the colour scheme of the system.
  }
  const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();

// Requests the session, the models, the texts and the code of lists while the scripts of the page are loaded. Otherwise
// each would wait for the one before. `send` in src/api/http.ts uses the answers.
(() => {
  const pages = /^\/app\/(sign-in|forgot-password|reset-password|verify-email|accept-invitation|register)(\/|$)/;
  if (pages.test(location.pathname)) return;
  const ask = (path) => fetch(path, { headers: { accept: 'application/json' } });
  const me = ask('/api/identity/me');
  // Without a session the models cannot be read.
  const models = me.then((answer) => (answer.ok ? ask('/api/data/models') : undefined));
  window.atriumAsked = { '/api/identity/me': me, '/api/data/models': models };
  // The code that uses an answer handles its failure, so this only prevents an unhandled rejection.
  for (const answer of [me, models]) answer.catch(() => undefined);
})();

(() => {
  const files = JSON.parse(document.querySelector('meta[name=files]')?.content ?? 'null');
  if (!files) return;
  let language = null;
  try {
    language = localStorage.getItem('atrium-language');
  } catch {
    // Without storage, the page uses the language of the browser.
  }
  language ??= navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in files.texts) ?? 'en';
  const isList = /^\/app\/(m\/[^/]+\/[^/]+|s\/[^/]+)\/?$/.test(location.pathname);
  for (const name of [...(files.texts[language] ?? []), ...(isList ? files.list : [])]) {
    const link = document.createElement('link');
    link.rel = name.endsWith('.css') ? 'preload' : 'modulepreload';
    if (name.endsWith('.css')) link.as = 'style';
    link.crossOrigin = '';
    link.href = `/app/${name}`;
    document.head.append(link);
  }
})();
