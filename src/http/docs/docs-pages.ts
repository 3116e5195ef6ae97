import type { Action } from '#core/action.ts';
import { otherOperations, slugOfAction } from '#core/derive/openapi.ts';
import type { Model } from '#core/models/model.ts';
import type { ModuleModels, Registry } from '#core/models/registry.ts';
import { escapeHtml } from '#lib/html.ts';
import { htmlDocument } from '../pages/page.ts';

const frame = (title: string, head: string, aside: string, main: string): string =>
  htmlDocument(
    title,
    `${head}
    <link rel="stylesheet" href="/docs/docs.css">`,
    `<header><div><p><a href="/docs">Atrium API</a></p>${aside}</div></header>
    ${main}`,
  );

const link = (url: string, text: string): string => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;

/** A list of all modules and their models, with links. */
export function indexPage(registry: Registry, actions: readonly Action[]): string {
  const models = Map.groupBy(registry.models, (model) => model.moduleKey);
  const modules = [...registry.modules].sort((a, b) => a.label.localeCompare(b.label, 'en'));
  const withOthers = new Set(
    actions
      .flatMap(({ routes }) => routes.map(({ path }) => slugOfAction(registry, path)))
      .flatMap((found) => (found && found.slug === otherOperations ? [found.moduleKey] : [])),
  );
  const sections = modules.map((module) => section(module, models.get(module.key) ?? [], withOthers.has(module.key)));
  return frame(
    'Atrium API',
    '<script src="/docs/find.js" defer></script>',
    '<p class="aside"><a href="/">Sign in</a></p>',
    `<main>
      <h1>Atrium API</h1>
      <p class="hint">Choose a module, then a model: its page has every operation, to read and to try.</p>
      <nav aria-label="Modules"><ul>${modules.map(({ key, label }) => `<li>${link(`#${key}`, label)}</li>`).join('')}</ul></nav>
      <label for="find">Find a model</label>
      <input id="find" type="search" autocomplete="off" placeholder="contacts, tickets, webhooks …">
      <p id="nothing" hidden>No model has these words in its name.</p>
      ${sections.join('')}
      <section data-name="">
        <h2>For tools</h2>
        <p>OpenAPI 3.1: ${link('/openapi.json', '/openapi.json')} has everything, /openapi/&lt;module&gt;.json one module,
        /openapi/&lt;module&gt;/&lt;model&gt;.json one model. With a session they have the fields and models of your account.</p>
      </section>
    </main>`,
  );
}

function section({ key, label }: ModuleModels, models: readonly Model[], hasOthers: boolean): string {
  const sorted = [...models].sort((a, b) => a.labelPlural.localeCompare(b.labelPlural, 'en'));
  const items = [
    ...(hasOthers ? [link(`/docs/${key}/${otherOperations}`, 'Other operations')] : []),
    ...sorted.map((model) => link(`/docs/${key}/${model.slug}`, model.labelPlural)),
  ];
  return `<section id="${escapeHtml(key)}" data-name="${escapeHtml(`${key} ${label}`)}">
        <h2>${escapeHtml(label)}</h2>
        <p class="hint">${link(`/openapi/${key}.json`, `/openapi/${key}.json`)}</p>
        <ul class="models">${items.map((item) => `<li>${item}</li>`).join('')}</ul>
      </section>`;
}

/** Swagger UI for one OpenAPI document. */
export const referencePage = (moduleLabel: string, label: string, url: string): string =>
  frame(
    `${label} · Atrium API`,
    '<link rel="stylesheet" href="/docs/assets/swagger-ui.css">',
    `<p>${escapeHtml(moduleLabel)} / ${escapeHtml(label)}</p><p class="aside">${link(url, 'OpenAPI')}</p>`,
    `<div id="reference" data-url="${escapeHtml(url)}"></div>
    <script src="/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>`,
  );
