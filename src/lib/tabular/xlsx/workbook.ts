import type { TableFile } from '../table.ts';
import { readZipEntry } from '../zip/read-zip-entry.ts';
import { brokenWorkbook, type ZipEntry } from '../zip/zip-directory.ts';
import { builtInKind, kindOfFormat, type NumberKind } from './number-formats.ts';
import { readSmallXml, type XmlHandler } from './read-xml.ts';

type Entries = ReadonlyMap<string, ZipEntry>;

interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** The file of the sheet in the archive. */
  readonly path: string;
}

/** The parts of a workbook, without its cells. */
export interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly is1904: boolean;
  readonly sharedTextsPath: string | undefined;
  /** How numbers are shown, by the number of the style of a cell. */
  readonly kinds: readonly NumberKind[];
}

/** The workbook, its relations and its styles are read into memory. */
const maxPartBytes = 16 * 1024 * 1024;
const maxSheets = 1000;
const maxStyles = 100_000;

interface Relation {
  readonly type: string;
  readonly path: string;
}

/** Reads which sheets a workbook has, and how its numbers are shown. */
export async function readWorkbook(file: TableFile, entries: Entries): Promise<Workbook> {
  const main = [...(await readRelations(file, entries, '_rels/.rels', '')).values()];
  const path = main.find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml';
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const relations = await readRelations(file, entries, `${folder}_rels/${path.slice(folder.length)}.rels`, folder);
  const pathOf = (wanted: string) => [...relations.values()].find(({ type }) => type === wanted)?.path;
  const sheets: Sheet[] = [];
  let is1904 = false;
  await readPart(file, entries, path, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = isTrue(attributes.date1904);
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => /(?:^|:)id$/.test(key))?.[1] ?? '';
      const relation = relations.get(id);
      // Sheets with only a chart or a macro have no cells.
      if (relation?.type !== 'worksheet') return;
      const isHidden = attributes.state !== undefined && attributes.state !== 'visible';
      sheets.push({ name: attributes.name ?? '', isHidden, path: relation.path });
      if (sheets.length > maxSheets) throw brokenWorkbook('it has too many sheets');
    },
  });
  const stylesPath = pathOf('styles');
  const kinds = stylesPath !== undefined && entries.has(stylesPath) ? await readKinds(file, entries, stylesPath) : [];
  return { sheets, is1904, sharedTextsPath: pathOf('sharedStrings'), kinds };
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

async function readPart(file: TableFile, entries: Entries, path: string, handler: XmlHandler): Promise<void> {
  const entry = entries.get(path);
  if (!entry) throw brokenWorkbook(`it has no ${path}`);
  await readSmallXml(readZipEntry(file, entry, maxPartBytes), handler);
}

/** The files that belong to a part, by the ids that the part uses. */
async function readRelations(
  file: TableFile,
  entries: Entries,
  path: string,
  folder: string,
): Promise<ReadonlyMap<string, Relation>> {
  const relations = new Map<string, Relation>();
  if (!entries.has(path)) return relations;
  await readPart(file, entries, path, {
    open(name, { Id, Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || Id === undefined || TargetMode === 'External') return;
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), path: pathOfTarget(Target, folder) });
      if (relations.size > 10 * maxSheets) throw brokenWorkbook('it has too many parts');
    },
  });
  return relations;
}

function pathOfTarget(target: string, folder: string): string {
  const parts: string[] = [];
  for (const part of (target.startsWith('/') ? target : folder + target).split('/'))
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  return parts.join('/');
}

async function readKinds(file: TableFile, entries: Entries, path: string): Promise<readonly NumberKind[]> {
  const custom = new Map<number, NumberKind>();
  const kinds: NumberKind[] = [];
  let isInCells = false;
  await readPart(file, entries, path, {
    open(name, { numFmtId = '0', formatCode }) {
      const id = Number(numFmtId);
      if (name === 'numFmt' && formatCode !== undefined) custom.set(id, kindOfFormat(formatCode));
      else if (name === 'cellXfs') isInCells = true;
      else if (name === 'xf' && isInCells) kinds.push(custom.get(id) ?? builtInKind(id));
      if (kinds.length > maxStyles || custom.size > maxStyles) throw brokenWorkbook('it has too many styles');
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return kinds;
}
