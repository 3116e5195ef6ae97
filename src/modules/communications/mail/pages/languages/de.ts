import type { MailTexts } from './texts.ts';

export const de: MailTexts = {
  language: 'de',
  preferences: {
    title: 'Ihre E-Mail-Einstellungen',
    about: (sender, address) => `Für E-Mails${sender === null ? '' : ` von ${sender}`} an ${address}.`,
    choose: 'Was Sie erhalten möchten',
    save: 'Speichern',
    unsubscribe: 'Abmelden',
    unsubscribeHelp:
      'Melden Sie sich ab, um an diese Adresse keine Newsletter und keine anderen Rundschreiben mehr zu erhalten.',
    unsubscribeFromAll: 'Von allem abmelden',
    unsubscribed: 'An diese Adresse gehen keine Newsletter und keine anderen Rundschreiben.',
    resume: 'Wieder Rundschreiben erhalten',
  },
  done: {
    unsubscribedFrom: (list) => `Sie sind von ${list} abgemeldet.`,
    unsubscribed: 'Sie sind von allen Rundschreiben abgemeldet.',
    resumed: 'Sie erhalten wieder Rundschreiben.',
    saved: 'Ihre Einstellungen sind gespeichert.',
  },
  confirmation: {
    title: 'Bestätigen Sie Ihre Anmeldung',
    ask: (address, list) => `${address} erhält E-Mails von ${list}, sobald Sie es bestätigen.`,
    confirm: 'Bestätigen',
    subscribedTitle: 'Sie sind angemeldet',
    subscribed: (address, list) => `${address} erhält E-Mails von ${list}.`,
    hint: 'In jeder E-Mail finden Sie einen Link zum Abmelden.',
    endedTitle: 'Sie sind nicht angemeldet',
    ended: (address, list) =>
      `${address} wurde von ${list} abgemeldet, seit diese E-Mail gesendet wurde. Melden Sie sich erneut an, um einen neuen Link zu erhalten.`,
  },
  invalidLink: {
    title: 'Dieser Link funktioniert nicht',
    reason: 'Vielleicht wurde er unterwegs abgeschnitten, oder die zugehörige E-Mail wurde gelöscht.',
    help: 'Öffnen Sie den Link in der E-Mail noch einmal, oder kopieren Sie ihn vollständig. Hilft das nicht, antworten Sie auf die E-Mail.',
  },
  confirmationMail: {
    subject: (list) => `Bitte bestätigen Sie Ihre Anmeldung zu ${list}`,
    who: (list, company) =>
      `Jemand, vermutlich Sie, möchte an diese Adresse E-Mails von „${list}“${company === null ? '' : ` (${company})`} erhalten.`,
    open: (url) => `Öffnen Sie diese Seite, um es zu bestätigen: ${url}`,
    ignore: 'Wenn Sie es nicht waren, brauchen Sie nichts zu tun: Sie erhalten dann keine E-Mails dieser Liste.',
  },
};
