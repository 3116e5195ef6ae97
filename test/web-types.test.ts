import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import ts from 'typescript';
import { writeActionTypes } from '../scripts/web-types.ts';

const web = path.join(import.meta.dirname, '../web');
const api = path.join(web, 'src/api');

/**
 * Returns the errors of the compiler in the API layer of the console, the only part that imports the types, and in one
 * more file of it.
 */
function errorsWith(text: string): string[] {
  const { config } = ts.readConfigFile(path.join(web, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, web);
  const added = path.join(api, 'added.ts');
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => file === added || fileExists(file);
  host.getSourceFile = (file, ...rest) =>
    file === added
      ? ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
      : getSourceFile.call(host, file, ...rest);
  const files = ts.sys.readDirectory(api, ['.ts', '.tsx'], ['**/*.test.ts']);
  const program = ts.createProgram([...files, added], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const name = file ? path.relative(web, file.fileName) : '';
    return `${name}: ${ts.flattenDiagnosticMessageText(messageText, ' ').slice(0, 200)}`;
  });
}

const call = (url: string) => `import { actions } from './actions.ts';\nvoid actions.POST('${url}');\n`;

it('the console calls actions by types that are generated from the actions', async () => {
  const file = await writeActionTypes();
  assert.match(readFileSync(file, 'utf8'), /^export interface paths \{$/m);
  assert.deepEqual(errorsWith(call('/api/identity/auth/logout')), []);
  const errors = errorsWith(call('/api/identity/auth/nowhere'));
  assert.equal(errors.length, 1);
  assert.match(String(errors[0]), /^src\/api\/added\.ts: /);
});
