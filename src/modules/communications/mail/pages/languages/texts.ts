/**
 * The texts of the pages that links in mails lead to, and of the mail that asks for confirmation. Parameters that are
 * HTML are escaped.
 */
export interface MailTexts {
  readonly language: string;
  readonly preferences: {
    readonly title: string;
    about(senderHtml: string | null, addressHtml: string): string;
    readonly choose: string;
    readonly save: string;
    readonly unsubscribe: string;
    readonly unsubscribeHelp: string;
    readonly unsubscribeFromAll: string;
    readonly unsubscribed: string;
    readonly resume: string;
  };
  /** Sentences that confirm the changes of a form. */
  readonly done: {
    unsubscribedFrom(list: string): string;
    readonly unsubscribed: string;
    readonly resumed: string;
    readonly saved: string;
  };
  readonly confirmation: {
    readonly title: string;
    ask(addressHtml: string, listHtml: string): string;
    readonly confirm: string;
    readonly subscribedTitle: string;
    subscribed(addressHtml: string, listHtml: string): string;
    readonly hint: string;
    readonly endedTitle: string;
    ended(addressHtml: string, listHtml: string): string;
  };
  readonly invalidLink: { readonly title: string; readonly reason: string; readonly help: string };
  readonly confirmationMail: {
    subject(list: string): string;
    who(list: string, company: string | null): string;
    open(url: string): string;
    readonly ignore: string;
  };
}
