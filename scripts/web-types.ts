import fs from 'node:fs';
import path from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { actionsByPath } from '#core/derive/openapi/action-paths.ts';
import { sharedSchemas } from '#core/derive/openapi/components.ts';
import { modules } from '../src/app.ts';

/**
 * `npm run web:types` writes the types of the actions, by which the console calls them. The operations that all models
 * have are typed by hand in web/src/api/records.ts, because models are known only at run time.
 */
export const actionTypesFile = path.join(import.meta.dirname, '../web/src/api/schema/actions.d.ts');
const banner = '// Written by `npm run web:types` from the schemas of the actions. Do not edit.\n\n';

type Json = Record<string, unknown>;

/** What the console does not use: errors become ApiError, and the browser has its own way to send files. */
function lean({ summary, parameters, requestBody, responses }: Json): Json {
  const [status, success] = Object.entries(responses as Record<string, Json>)[0] as [string, Json];
  return {
    summary,
    parameters: [...(parameters as Json[]).filter(({ $ref }) => $ref === undefined), ...dryRunOf(parameters as Json[])],
    ...(requestBody !== undefined && { requestBody: { required: true, content: (requestBody as Json).content } }),
    responses: {
      [status]: { description: 'Done.', ...(success.content !== undefined && { content: success.content }) },
    },
  };
}

const dryRunOf = (parameters: Json[]): Json[] =>
  parameters.some(({ $ref }) => String($ref).endsWith('/dryRun'))
    ? [{ name: 'dryRun', in: 'query', required: false, schema: { type: 'boolean' } }]
    : [];

/** Without texts and formats, which no type has. */
const withoutTexts = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (typeof value !== 'object' || value === null) return value;
  const isText = ([key, text]: [string, unknown]) =>
    (key === 'description' || key === 'format') && typeof text === 'string';
  return Object.fromEntries(
    Object.entries(value)
      .filter((entry) => !isText(entry))
      .map(([key, inner]) => [key, withoutTexts(inner)]),
  );
};

/** Lines that say only what is not there, in each of the paths. */
const needless = [
  /^ +parameters: \{\n(?: +\w+\?: never;\n)+ +\};\n/gm,
  /^ +headers: \{\n +\[name: string\]: unknown;\n +\};\n/gm,
  /^ +(?:query|header|path|cookie|get|put|post|delete|options|head|patch|trace|requestBody|content)\?: never;\n/gm,
  /^ +\/\*\* @(?:enum|constant|description).*\*\/\n/gm,
  /^export type .*\n/gm,
];

export async function actionTypes(): Promise<string> {
  const actions = modules.flatMap((module) => module.actions);
  const paths = Object.fromEntries(
    [...actionsByPath(actions)]
      .filter(([url]) => url.startsWith('/api/'))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([url, describe]) => [
        url,
        Object.fromEntries(describe.map((one) => one()).map(([m, op]) => [m, lean(op)])),
      ]),
  );
  const components = { schemas: sharedSchemas };
  const document = withoutTexts({ openapi: '3.1.0', info: { title: 'Atrium', version: '1' }, paths, components });
  const types = astToString(await openapiTS(document as OpenAPI3));
  const short = needless.reduce((text, lines) => text.replaceAll(lines, ''), types);
  return banner + short.replaceAll(/^ +/gm, (indent) => ' '.repeat(indent.length / 2));
}

if (import.meta.main) {
  fs.mkdirSync(path.dirname(actionTypesFile), { recursive: true });
  fs.writeFileSync(actionTypesFile, await actionTypes());
}
