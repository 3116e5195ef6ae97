import type { Action } from '#core/action.ts';
import { otherOperations, slugOfAction } from '#core/derive/openapi/openapi.ts';
import type { Model } from '#core/models/model.ts';
import type { ModuleModels, Registry } from '#core/models/registry.ts';
import { escapeHtml } from '#lib/html.ts';
import { htmlDocument } from '../html/page.ts';
import type { Guide, GuideGroup } from './guides.ts';

const frame = (title: string, head: string, aside: string, main: string): string =>
  htmlDocument(
    title,
    `${head}
    <link rel="stylesheet" href="/docs/docs.css">`,
    `<header><div><p><a href="/docs">Atrium documentation</a></p>${aside}</div></header>
    ${main}`,
  );

const link = (url: string, text: string): string => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;

/** The guides in their groups, as links. */
const guideList = (groups: readonly GuideGroup[], current?: string): string =>
  groups
    .map(({ title, links }) => {
      const items = links.map((one) => {
        const mark = one.topic === current ? ' aria-current="page"' : '';
        return `<li><a href="/docs/${escapeHtml(one.topic)}"${mark}>${escapeHtml(one.title)}</a></li>`;
      });
      return `<div><h2>${escapeHtml(title)}</h2><ul>${items.join('')}</ul></div>`;
    })
    .join('');

/** A page of docs/, beside the list of all guides. */
export const guidePage = (guide: Guide, groups: readonly GuideGroup[], topic: string): string =>
  frame(
    `${guide.title} · Atrium`,
    '',
    '<p class="aside"><a href="/">Sign in</a></p>',
    `<div class="guide">
      <main>${guide.html}</main>
      <nav class="guides" aria-label="Guides">${guideList(groups, topic)}</nav>
    </div>`,
  );

/** The guides, and all modules with their models, as links. */
export function indexPage(registry: Registry, actions: readonly Action[], guides: readonly GuideGroup[]): string {
  const models = Map.groupBy(registry.models, (model) => model.moduleKey);
  const modules = [...registry.modules].sort((a, b) => a.label.localeCompare(b.label, 'en'));
  const withOthers = new Set(
    actions
      .flatMap(({ routes }) => routes.map(({ path }) => slugOfAction(registry, path)))
      .flatMap((found) => (found && found.slug === otherOperations ? [found.moduleKey] : [])),
  );
  const sections = modules.map((module) => section(module, models.get(module.key) ?? [], withOthers.has(module.key)));
  return frame(
    'Atrium documentation',
    '<script src="/docs/find.js" defer></script>',
    '<p class="aside"><a href="/">Sign in</a></p>',
    `<main>
      <h1>Guides</h1>
      <nav class="guides" aria-label="Guides">${guideList(guides)}</nav>
      <h1 id="reference-of-models">API reference</h1>
      <p class="hint">Choose a module, then a model: its page has every operation, to read and to try.</p>
      <nav class="modules" aria-label="Modules"><ul>${modules.map(({ key, label }) => `<li>${link(`#${key}`, label)}</li>`).join('')}</ul></nav>
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
