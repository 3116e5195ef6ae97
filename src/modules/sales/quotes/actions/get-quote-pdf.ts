import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import type { RecordObject } from '#core/models/record.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { renderPdf } from '../document/pdf/render-pdf.ts';
import { pdfName } from '../document/pdf-name.ts';
import { readDocument } from '../document/read-document.ts';
import { quotes } from '../model-names.ts';
import { quoteId } from '../quote-answer.ts';

export const getQuotePdf = defineAction({
  name: 'sales.getQuotePdf',
  summary: 'The quote as a PDF, in the language, the colours and with the logo of the company',
  routes: [{ method: 'GET', path: '/api/sales/quotes/:id/pdf' }],
  access: 'sales:read',
  answers: 'file',
  fileTypes: ['application/pdf'],
  input: Type.Object(quoteId, { additionalProperties: false }),
  output: Type.Unknown(),
  async run(context, { id }) {
    const { body } = await invoke(context, operations.get, quotes(context), { id, query: {} });
    const document = await readDocument(context, JSON.parse(body) as RecordObject);
    const pdf = await renderPdf(context, document);
    return { stream: Readable.from([pdf]), type: 'application/pdf', name: pdfName(document), size: pdf.length };
  },
});
