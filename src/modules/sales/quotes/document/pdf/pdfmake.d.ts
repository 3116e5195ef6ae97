// The published types of pdfmake refer to those of browsers, which contradict the types of Node. These are the parts that are used here.

declare module 'pdfmake' {
  type Margins = readonly [number, number, number, number];

  interface Style {
    readonly font?: string;
    readonly fontSize?: number;
    readonly lineHeight?: number;
    readonly bold?: boolean;
    readonly color?: string;
    readonly fillColor?: string;
    readonly alignment?: 'left' | 'right';
    readonly margin?: Margins;
    readonly unbreakable?: boolean;
    /** The width, if this is a column. */
    readonly width?: number;
  }

  interface Layout {
    hLineWidth?(index: number): number;
    hLineColor?(index: number): string;
    vLineWidth?(index: number): number;
    paddingLeft?(index: number): number;
    paddingRight?(index: number): number;
    paddingTop?(index: number): number;
    paddingBottom?(index: number): number;
  }

  interface Table {
    readonly headerRows?: number;
    readonly dontBreakRows?: boolean;
    readonly widths: readonly number[];
    readonly body: readonly (readonly Content[])[];
  }

  interface Line {
    readonly type: 'line';
    readonly x1: number;
    readonly y1: number;
    readonly x2: number;
    readonly y2: number;
    readonly lineWidth: number;
    readonly lineColor: string;
  }

  export type Content = Style &
    (
      | { readonly text: string }
      | { readonly image: string; readonly fit: readonly [number, number] }
      | { readonly columns: readonly Content[] }
      | { readonly stack: readonly Content[] }
      | { readonly table: Table; readonly layout: Layout }
      | { readonly canvas: readonly Line[] }
    );

  export interface Definition {
    readonly pageSize: 'A4';
    readonly pageMargins: Margins;
    readonly info: { readonly title: string; readonly author?: string; readonly creationDate: Date };
    readonly defaultStyle: Style;
    readonly content: readonly Content[];
    footer(page: number, pages: number): Content;
  }

  interface FontFiles {
    readonly normal: string;
    readonly bold: string;
    readonly italics: string;
    readonly bolditalics: string;
  }

  interface PdfMake {
    setFonts(fonts: Readonly<Record<string, FontFiles>>): void;
    setUrlAccessPolicy(allows: (url: string) => boolean): void;
    setLocalAccessPolicy(allows: (path: string) => boolean): void;
    createPdf(definition: Definition): { getBuffer(): Promise<Uint8Array> };
  }

  const pdfmake: PdfMake;
  export default pdfmake;
}
