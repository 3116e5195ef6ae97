import { modelNamed } from '#core/models/model-named.ts';

/** The models of quotes in a tenant's registry, with its custom fields. */
export const quotes = modelNamed('sales', 'quotes');
export const quoteProducts = modelNamed('sales', 'quoteProducts');
export const quoteNotes = modelNamed('sales', 'quoteNotes');
export const quoteFiles = modelNamed('sales', 'quoteFiles');
