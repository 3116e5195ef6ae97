import fs from 'node:fs';
import path from 'node:path';
import type { Action } from '#core/action.ts';
import { OpenApi } from '#core/derive/openapi/openapi.ts';
import type { Job } from '#core/jobs/job.ts';
import type { Model } from '#core/models/model.ts';
import type { Module } from '#core/modules/module.ts';
import { operations } from '#core/operations/index.ts';
import type { Page } from '#core/page.ts';
import { createRegistry, modules } from '../src/app.ts';

/** `npm run surface` writes docs/surface.md: every operation, model, action and job with its path, scope and file. */

const root = path.join(import.meta.dirname, '..');
export const surfaceFile = path.join(root, 'docs/surface.md');
/** The names of the models, for programs without the types of their tenant. */
export const namesFile = path.join(root, 'packages/sdk/src/built-in.ts');

const sourceFiles = (folder: string): string[] =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
    .sort();

const contents = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

/**
 * Returns the one file of a folder in which something has this name; with `define`, among the files that call that
 * function.
 */
function fileNaming(folder: string, name: string, define = ''): string {
  const found = sourceFiles(folder).filter((file) => {
    const text = contents(file);
    return text.includes(define) && text.includes(`name: '${name}'`);
  });
  const [file, ...others] = found;
  if (file === undefined || others.length > 0)
    throw new Error(`${name} must be defined in one file of ${folder}, not in ${found.join(', ') || 'none'}`);
  return file;
}

/** The file of a job of a module. Some jobs work for every module, and are in the core. */
const jobFile = (module: string, name: string): string =>
  sourceFiles('src/core').some((file) => contents(file).includes(`name: '${name}'`))
    ? fileNaming('src/core', name, 'defineJob')
    : fileNaming(`src/modules/${module}`, name, 'defineJob');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const code = (text: string): string => `\`${text}\``;
const link = (file: string): string => `[${file.replace('src/modules/', '').replace('src/', '')}](../${file})`;

type Paths = Record<string, Record<string, { readonly operationId?: string; readonly summary?: string }>>;

const openApi = new OpenApi(modules.flatMap((module) => module.actions));

async function documentedPaths(scope: { moduleKey?: string; slug?: string }): Promise<Paths> {
  const { parts } = await openApi.document({ registry: createRegistry(), ...scope });
  return (JSON.parse(Buffer.concat(parts).toString()) as { paths: Paths }).paths;
}

/** Takes the paths from the OpenAPI document of one model, so that none can be missing. */
async function recordOperations(): Promise<string> {
  const paths = await documentedPaths({ moduleKey: 'sales', slug: 'contacts' });
  const rows = Object.entries(paths).flatMap(([url, item]) =>
    Object.entries(item).flatMap(([method, { operationId = '' }]) => {
      const name = operationId.replace('sales.contacts.', '') as keyof typeof operations;
      if (!(name in operations)) return [];
      const request = `${method.toUpperCase()} ${url.replace('/api/sales/contacts', '/api/<module>/<model>')}`;
      return [[code(request), name, `\`<module>:${operations[name].access}\``, link(operationFile(name))]];
    }),
  );
  return table(['request', 'operation', 'scope', 'file'], rows);
}

async function systemPaths(): Promise<string> {
  const rows = Object.entries(await documentedPaths({}))
    .filter(([url]) => !url.startsWith('/api/'))
    .flatMap(([url, item]) =>
      Object.entries(item).flatMap(([method, { summary }]) =>
        summary === undefined ? [] : [[code(`${method.toUpperCase()} ${url}`), summary]],
      ),
    );
  return table(['request', 'what it does'], rows);
}

/** Finds the jobs of the core in its source, because one of them is created only when the secrets are known. */
function coreJobs(): string {
  const rows = sourceFiles('src/core').flatMap((file) =>
    [...contents(file).matchAll(/defineJob\(\{\s*name: '([^']+)',\s*summary: '([^']+)',/g)].map(
      ([, name = '', summary = '']) => {
        const [, cron] = /cron: '([^']+)'/.exec(contents(file)) ?? [];
        return [code(name), summary, cron === undefined ? 'on request' : code(cron), link(file)];
      },
    ),
  );
  return table(['job', 'what it does', 'schedule (UTC)', 'file'], rows);
}

/** Returns the file of an operation. `replace` shares a file with `update`, and `search` with `list`. */
function operationFile(name: string): string {
  const own = `src/core/operations/${name}.ts`;
  return fs.existsSync(path.join(root, own)) ? own : fileNaming('src/core/operations', name);
}

/** Returns the folder of a module, and those of its parts: folders with an index. */
function foldersOf(key: string): string[] {
  const folder = `src/modules/${key}`;
  const parts = fs
    .globSync(`${folder}/*/index.ts`, { cwd: root })
    .map((file) => path.dirname(file).replaceAll(path.sep, '/'));
  return [folder, ...parts.sort()];
}

/**
 * Returns the file of a model. A model has its own file, belongs to its parent, or is one line in the module's index.
 */
function modelFile({ key }: Module, { slug, parent }: Model): string {
  const folders = foldersOf(key);
  const parentSlug = parent?.declared.to?.split('.')[1];
  const files = [slug, parentSlug].flatMap((name) => folders.map((folder) => `${folder}/models/${name}.ts`));
  const own = files.find((file) => fs.existsSync(path.join(root, file)));
  if (own !== undefined) return own;
  const index = folders.map((folder) => `${folder}/index.ts`).find((file) => contents(file).includes(`'${slug}'`));
  if (index !== undefined) return index;
  throw new Error(`${key}.${slug} is declared in none of the usual files`);
}

const modelRows = (module: Module): string[][] =>
  module.models.map((model) => [
    code(model.path),
    model.labelPlural,
    model.readOnly
      ? `${code(model.scopes.read)}, read only`
      : model.personal && model.scopes.read !== model.scopes.write
        ? `${code(model.scopes.read)}, also to write one’s own, ${code(model.scopes.write)}`
        : `${code(model.scopes.read)}, ${code(model.scopes.write)}`,
    link(modelFile(module, model)),
  ]);

const actionRows = ({ key }: Module, actions: readonly Action[]): string[][] =>
  actions.map(({ name, summary, routes, access }) => [
    routes.map(({ method, path: url }) => code(`${method} ${url}`)).join('<br>'),
    summary,
    code(access),
    link(fileNaming(`src/modules/${key}`, name, 'defineAction(')),
  ]);

const jobRows = ({ key }: Module, jobs: readonly Job[]): string[][] =>
  jobs.map(({ name, summary, cron }) => [
    code(name),
    summary,
    cron === undefined ? 'on request' : code(cron),
    link(jobFile(key, name)),
  ]);

const pageRows = (pages: readonly Page[]): string[][] =>
  pages.map(({ path: url, summary, post }) => [code(`${post ? 'GET, POST' : 'GET'} ${url}`), summary]);

function section(module: Module): string {
  const { key, label, actions, pages, jobs, models } = module;
  return [
    `## ${label} (${code(key)})`,
    ...(models.length > 0 ? [table(['path', 'model', 'scopes', 'file'], modelRows(module))] : []),
    ...(actions.length > 0 ? [table(['request', 'action', 'access', 'file'], actionRows(module, actions))] : []),
    ...(pages.length > 0 ? [table(['public page', 'what it does'], pageRows(pages))] : []),
    ...(jobs.length > 0 ? [table(['job', 'what it does', 'schedule (UTC)', 'file'], jobRows(module, jobs))] : []),
  ].join('\n\n');
}

const countOf = (list: (module: Module) => readonly unknown[]): number =>
  modules.reduce((sum, module) => sum + list(module).length, 0);

export async function surface(): Promise<string> {
  return `${[
    '# The whole surface',
    `Written by \`npm run surface\` from the code; a test compares the two. ${modules.length} modules, ${countOf((module) => module.models)} models, ${countOf((module) => module.actions)} actions, ${countOf((module) => module.jobs)} jobs. Requests and answers are described in the OpenAPI document (\`/openapi.json\`, pages at \`/docs\`).`,
    '## Every model',
    await recordOperations(),
    ...modules.map(section),
    '## The platform itself',
    await systemPaths(),
    coreJobs(),
  ].join('\n\n')}\n`;
}

/** Returns the source of the names of all models, as `module.slug`. */
export function builtInNames(): string {
  const names = modules.flatMap(({ key, models }) => models.map(({ slug }) => `  | '${key}.${slug}'`)).sort();
  return `/** Written by \`npm run surface\`: the models of every tenant. */\nexport type BuiltInName =\n${names.join('\n')};\n`;
}

if (import.meta.main) {
  fs.writeFileSync(surfaceFile, await surface());
  fs.writeFileSync(namesFile, builtInNames());
  console.log(`wrote ${path.relative(root, surfaceFile)} and ${path.relative(root, namesFile)}`);
}
