/** The texts of the PDF of a quote, of the customer's page, and of the mails. Parameters are plain text. */
export interface QuoteTexts {
  readonly language: string;
  readonly document: {
    readonly quote: string;
    readonly invoice: string;
    readonly number: string;
    readonly date: string;
    readonly validUntil: string;
    readonly dueDate: string;
    readonly reference: string;
    readonly payment: string;
    readonly paymentTerms: Readonly<Record<string, string>>;
    readonly billTo: string;
    readonly shipTo: string;
    readonly item: string;
    readonly quantity: string;
    readonly unitPrice: string;
    readonly discount: string;
    readonly taxRate: string;
    readonly amount: string;
    readonly subtotal: string;
    tax(percent: string | null): string;
    readonly shipping: string;
    readonly total: string;
    readonly terms: string;
    readonly signature: string;
    accepted(name: string, time: string): string;
    page(page: number, pages: number): string;
  };
  readonly page: {
    title(number: string): string;
    download: string;
    readonly accept: string;
    readonly acceptTitle: string;
    readonly acceptHint: string;
    readonly name: string;
    readonly comment: string;
    readonly reason: string;
    readonly decline: string;
    readonly declineTitle: string;
    readonly ask: string;
    readonly askTitle: string;
    readonly question: string;
    readonly nameMissing: string;
    readonly commentMissing: string;
    readonly commentSent: string;
    accepted(name: string | null, time: string): string;
    declined(time: string): string;
    expired(day: string): string;
    readonly replaced: string;
    readonly withdrawn: string;
    readonly tooManyTitle: string;
    readonly tooMany: string;
    readonly invalidTitle: string;
    readonly invalid: string;
  };
  readonly mail: {
    subject(number: string, company: string | null): string;
    greeting(name: string | null): string;
    readonly intro: string;
    open(day: string | null): string;
    readonly button: string;
    readonly attached: string;
    readonly closing: string;
  };
  readonly notice: {
    accepted(number: string, name: string): string;
    declined(number: string): string;
    commented(number: string): string;
    readonly from: string;
    readonly comment: string;
    readonly open: string;
  };
}
