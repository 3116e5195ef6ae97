import { createRequire } from 'node:module';
import path from 'node:path';
import { type LoadLibrary, serveTasks } from '#lib/threads/serve-tasks.ts';
import { quoteLanguages } from '../../pages/languages/index.ts';
import type { PrintedDocument } from '../printed-document.ts';
import { breakable } from './breakable.ts';
import { pdfDefinition } from './pdf-definition.ts';
import type { PdfTask } from './pdf-task.ts';

const fontsFolder = path.join(
  path.dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')),
  'fonts',
  'Roboto',
);
const font = (name: string): string => path.join(fontsFolder, `Roboto-${name}.ttf`);

/** A larger logo is not decoded. */
const maxPixels = 40_000_000;

let prepared: Promise<PdfMake> | undefined;

type PdfMake = Awaited<typeof import('pdfmake')>['default'];

/** pdfmake may read its own fonts and nothing else: neither files nor addresses that a text names. */
async function loadPdfmake(): Promise<PdfMake> {
  const { default: pdfmake } = await import('pdfmake');
  pdfmake.setFonts({
    Roboto: {
      normal: font('Regular'),
      bold: font('Medium'),
      italics: font('Italic'),
      bolditalics: font('MediumItalic'),
    },
  });
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((file) => path.dirname(file) === fontsFolder);
  return pdfmake;
}

async function run({ document, logo }: PdfTask, load: LoadLibrary): Promise<Uint8Array<ArrayBuffer>> {
  prepared ??= load(loadPdfmake);
  const pdfmake = await prepared;
  const image = logo === null ? null : await readLogo(logo, load);
  const definition = pdfDefinition(withBreaks(document), quoteLanguages.textsIn(document.language).document, image);
  const buffer = await pdfmake.createPdf(definition).getBuffer();
  return new Uint8Array(buffer);
}

/** Settings are no texts, so they stay as they are. */
const withBreaks = ({ timeZone, createdAt, language, ...texts }: PrintedDocument): PrintedDocument => ({
  ...breakable(texts),
  timeZone,
  createdAt,
  language,
});

/** Logos of any format become PNG, because PDFs have neither GIF nor WebP. An unreadable logo is left out. */
async function readLogo(logo: Uint8Array, load: LoadLibrary): Promise<string | null> {
  const { default: sharp } = await load(() => import('sharp'));
  try {
    const png = await sharp(logo, { limitInputPixels: maxPixels })
      .resize(800, 240, { fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer();
    return `data:image/png;base64,${png.toString('base64')}`;
  } catch {
    return null;
  }
}

await serveTasks(run, { transfer: ({ buffer }) => [buffer] });
