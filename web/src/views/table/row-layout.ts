/** A sequence of rows: all records, or those of one group. */
export interface Section {
  readonly key: string;
  /** True when a heading row precedes the records. */
  readonly header: boolean;
  readonly count: number;
  readonly collapsed: boolean;
}

export type Place =
  | { readonly kind: 'header'; readonly section: number }
  /** `row` counts from 0 within the section. */
  | { readonly kind: 'row'; readonly section: number; readonly row: number };

/** Maps the lines of a table to rows of sections, without a list of all lines. */
export class RowLayout {
  readonly total: number;
  readonly #sections: readonly Section[];
  /** The first line of each section. */
  readonly #starts: number[] = [];

  constructor(sections: readonly Section[]) {
    this.#sections = sections;
    let line = 0;
    for (const section of sections) {
      this.#starts.push(line);
      line += (section.header ? 1 : 0) + (section.collapsed ? 0 : section.count);
    }
    this.total = line;
  }

  at(line: number): Place | undefined {
    if (line < 0 || line >= this.total) return undefined;
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= line) low = middle;
      else high = middle - 1;
    }
    const section = this.#sections[low] as Section;
    const offset = line - (this.#starts[low] as number);
    if (section.header && offset === 0) return { kind: 'header', section: low };
    return { kind: 'row', section: low, row: offset - (section.header ? 1 : 0) };
  }

  /** The line of a row. */
  lineOf(section: number, row: number): number {
    const start = this.#starts[section] ?? 0;
    return start + (this.#sections[section]?.header ? 1 : 0) + row;
  }

  /** The pages with the rows between two lines, each once and in order. */
  pagesOf(first: number, last: number, pageSize: number): PageRef[] {
    const pages: PageRef[] = [];
    let line = Math.max(0, first);
    const end = Math.min(last, this.total - 1);
    while (line <= end) {
      const place = this.at(line);
      if (place?.kind !== 'row') {
        line += 1;
        continue;
      }
      const page = Math.floor(place.row / pageSize);
      pages.push({ section: place.section, page });
      const count = (this.#sections[place.section] as Section).count;
      line = this.lineOf(place.section, Math.min((page + 1) * pageSize, count));
    }
    return pages;
  }
}

/** A page of a section; pages count from 0. */
export interface PageRef {
  readonly section: number;
  readonly page: number;
}
