import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

const root = path.join(import.meta.dirname, '../..');
const files = globSync('**/*.tsx', { cwd: root }).map((file) => ({
  file: file.replaceAll(path.sep, '/'),
  text: readFileSync(path.join(root, file), 'utf8'),
}));
const wrapped = ['Select', 'MultiSelect', 'Autocomplete', 'TagsInput'];

function importedFromMantine(text: string): string[] {
  const imports = [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)];
  return imports.flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(' ')[0] ?? ''));
}

describe('inputs of the console', () => {
  it('that offer options are those of ui/select, whose Enter chooses the best match', () => {
    const wrong = files
      .filter(({ file }) => !file.startsWith('ui/select/'))
      .filter(({ text }) => importedFromMantine(text).some((name) => wrapped.includes(name)))
      .map(({ file }) => file);
    assert.deepEqual(wrong, [], 'import these components from ~/ui/select');
  });

  it('that have a list of their own take its keys from useOptionChoice', () => {
    const wrong = files
      .filter(({ text }) => importedFromMantine(text).includes('useCombobox') && !text.includes('useOptionChoice('))
      .map(({ file }) => file);
    assert.deepEqual(wrong, []);
  });

  it('are in the Form of ui/form, which Enter sends only when it has one field', () => {
    const wrong = files
      .filter(({ file, text }) => file !== 'ui/form.tsx' && /<form[\s>]/.test(text))
      .map(({ file }) => file);
    assert.deepEqual(wrong, [], 'use Form of ~/ui/form.tsx');
  });
});
