/** The content of a quote as its PDF and its page show it. Amounts are numbers; texts are bounded. */
export interface PrintedDocument {
  readonly number: string;
  readonly name: string | null;
  readonly currency: string;
  readonly language: string;
  readonly date: string | null;
  readonly validUntil: string | null;
  readonly reference: string | null;
  readonly paymentTerms: string | null;
  readonly seller: Seller;
  readonly billTo: readonly string[];
  readonly shipTo: readonly string[];
  readonly lines: readonly PrintedLine[];
  readonly totals: PrintedTotals;
  readonly terms: string | null;
  readonly accepted: { readonly name: string; readonly at: string } | null;
  readonly timeZone: string;
  /** The time that the PDF names as its creation, so that the same content gives the same bytes. */
  readonly createdAt: string;
}

interface Seller {
  readonly name: string | null;
  readonly address: readonly string[];
  readonly website: string | null;
  readonly primaryColor: string;
  readonly onPrimaryColor: string;
}

export interface PrintedLine {
  readonly name: string;
  readonly description: string | null;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly discountPercent: number;
  readonly taxPercent: number;
  readonly net: number;
}

export interface PrintedTotals {
  readonly subtotal: number | null;
  readonly discount: number | null;
  readonly taxes: readonly { readonly percent: number | null; readonly amount: number }[];
  readonly shipping: number | null;
  readonly total: number | null;
}

/** The maximum of lines and of characters in all texts of one document. */
export const maxPrinted = { lines: 1000, characters: 500_000 };
