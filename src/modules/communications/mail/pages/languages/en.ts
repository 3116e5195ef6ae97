import type { MailTexts } from './texts.ts';

export const en: MailTexts = {
  language: 'en',
  preferences: {
    title: 'Your mail preferences',
    about: (sender, address) => `For mail${sender === null ? '' : ` from ${sender}`} to ${address}.`,
    choose: 'What you want to get',
    save: 'Save',
    unsubscribe: 'Unsubscribe',
    unsubscribeHelp: 'Unsubscribe to get no more newsletters or other mailings at this address.',
    unsubscribeFromAll: 'Unsubscribe from everything',
    unsubscribed: 'You get no newsletters or other mailings at this address.',
    resume: 'Get mailings again',
  },
  done: {
    unsubscribedFrom: (list) => `You are unsubscribed from ${list}.`,
    unsubscribed: 'You are unsubscribed from all mailings.',
    resumed: 'You get mailings again.',
    saved: 'Your preferences are saved.',
  },
  confirmation: {
    title: 'Confirm your subscription',
    ask: (address, list) => `${address} gets mail of ${list} once you confirm.`,
    confirm: 'Confirm',
    subscribedTitle: 'You are subscribed',
    subscribed: (address, list) => `${address} gets mail of ${list}.`,
    hint: 'Each mail has a link to unsubscribe.',
    endedTitle: 'You are not subscribed',
    ended: (address, list) =>
      `${address} has unsubscribed from ${list} since this mail was sent. Subscribe again to get a new link.`,
  },
  invalidLink: {
    title: 'This link does not work',
    reason: 'It may have been cut off on its way, or the mail it belongs to was deleted.',
    help: 'Open the link from the mail again, or copy all of it. If that does not help, reply to the mail.',
  },
  confirmationMail: {
    subject: (list) => `Please confirm your subscription to ${list}`,
    who: (list, company) =>
      `Somebody, probably you, asked to send mail of "${list}"${company === null ? '' : ` from ${company}`} to this address.`,
    open: (url) => `Open this page to confirm it: ${url}`,
    ignore: 'If it was not you, do nothing: you will get no mail of this list.',
  },
};
