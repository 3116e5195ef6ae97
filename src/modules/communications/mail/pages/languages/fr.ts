import type { MailTexts } from './texts.ts';

export const fr: MailTexts = {
  language: 'fr',
  preferences: {
    title: 'Vos préférences d’e-mail',
    about: (sender, address) => `Pour les e-mails${sender === null ? '' : ` de ${sender}`} envoyés à ${address}.`,
    choose: 'Ce que vous souhaitez recevoir',
    save: 'Enregistrer',
    unsubscribe: 'Se désabonner',
    unsubscribeHelp:
      'Désabonnez-vous pour ne plus recevoir de lettres d’information ni d’autres envois à cette adresse.',
    unsubscribeFromAll: 'Se désabonner de tout',
    unsubscribed: 'Vous ne recevez ni lettres d’information ni autres envois à cette adresse.',
    resume: 'Recevoir à nouveau les envois',
  },
  done: {
    unsubscribedFrom: (list) => `Vous êtes désabonné de ${list}.`,
    unsubscribed: 'Vous êtes désabonné de tous les envois.',
    resumed: 'Vous recevez à nouveau les envois.',
    saved: 'Vos préférences sont enregistrées.',
  },
  confirmation: {
    title: 'Confirmez votre abonnement',
    ask: (address, list) => `${address} recevra les e-mails de ${list} dès que vous aurez confirmé.`,
    confirm: 'Confirmer',
    subscribedTitle: 'Vous êtes abonné',
    subscribed: (address, list) => `${address} reçoit les e-mails de ${list}.`,
    hint: 'Chaque e-mail contient un lien de désabonnement.',
    endedTitle: 'Vous n’êtes pas abonné',
    ended: (address, list) =>
      `${address} s’est désabonné de ${list} depuis l’envoi de cet e-mail. Abonnez-vous à nouveau pour recevoir un nouveau lien.`,
  },
  invalidLink: {
    title: 'Ce lien ne fonctionne pas',
    reason: 'Il a peut-être été coupé en route, ou l’e-mail auquel il appartient a été supprimé.',
    help: 'Ouvrez à nouveau le lien depuis l’e-mail, ou copiez-le en entier. Si cela ne suffit pas, répondez à l’e-mail.',
  },
  confirmationMail: {
    subject: (list) => `Veuillez confirmer votre abonnement à ${list}`,
    who: (list, company) =>
      `Quelqu’un, probablement vous, a demandé à recevoir à cette adresse les e-mails de « ${list} »${company === null ? '' : ` (${company})`}.`,
    open: (url) => `Ouvrez cette page pour confirmer : ${url}`,
    ignore: 'Si ce n’était pas vous, ne faites rien : vous ne recevrez aucun e-mail de cette liste.',
  },
};
