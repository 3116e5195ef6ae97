/** The selected records, and the anchor of a range. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: number | undefined;
  /** Ids that the last range added, so that a shorter range removes them again. */
  readonly range: readonly string[];
}

export const noSelection: Selection = { ids: new Set(), anchor: undefined, range: [] };

export function toggle(selection: Selection, id: string, line: number): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: line, range: [] };
}

/** Selects the records from the anchor to the line. `idAt` knows only loaded records. */
export function extendTo(selection: Selection, line: number, idAt: (line: number) => string | undefined): Selection {
  const anchor = selection.anchor ?? line;
  const ids = new Set(selection.ids);
  for (const id of selection.range) ids.delete(id);
  const range: string[] = [];
  for (let at = Math.min(anchor, line); at <= Math.max(anchor, line); at += 1) {
    const id = idAt(at);
    if (id === undefined || ids.has(id)) continue;
    ids.add(id);
    range.push(id);
  }
  return { ids, anchor, range };
}

export function selectAll(selection: Selection, all: Iterable<string>): Selection {
  return { ids: new Set([...selection.ids, ...all]), anchor: selection.anchor, range: [] };
}

export function without(selection: Selection, gone: Iterable<string>): Selection {
  const ids = new Set(selection.ids);
  for (const id of gone) ids.delete(id);
  return { ids, anchor: undefined, range: [] };
}
