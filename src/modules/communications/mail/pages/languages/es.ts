import type { MailTexts } from './texts.ts';

export const es: MailTexts = {
  language: 'es',
  preferences: {
    title: 'Sus preferencias de correo',
    about: (sender, address) => `Para los correos${sender === null ? '' : ` de ${sender}`} a ${address}.`,
    choose: 'Lo que desea recibir',
    save: 'Guardar',
    unsubscribe: 'Darse de baja',
    unsubscribeHelp: 'Dese de baja para no recibir más boletines ni otros envíos en esta dirección.',
    unsubscribeFromAll: 'Darse de baja de todo',
    unsubscribed: 'No recibe boletines ni otros envíos en esta dirección.',
    resume: 'Volver a recibir envíos',
  },
  done: {
    unsubscribedFrom: (list) => `Se ha dado de baja de ${list}.`,
    unsubscribed: 'Se ha dado de baja de todos los envíos.',
    resumed: 'Vuelve a recibir envíos.',
    saved: 'Sus preferencias se han guardado.',
  },
  confirmation: {
    title: 'Confirme su suscripción',
    ask: (address, list) => `${address} recibirá los correos de ${list} cuando lo confirme.`,
    confirm: 'Confirmar',
    subscribedTitle: 'Está suscrito',
    subscribed: (address, list) => `${address} recibe los correos de ${list}.`,
    hint: 'Cada correo contiene un enlace para darse de baja.',
    endedTitle: 'No está suscrito',
    ended: (address, list) =>
      `${address} se ha dado de baja de ${list} desde que se envió este correo. Suscríbase de nuevo para recibir otro enlace.`,
  },
  invalidLink: {
    title: 'Este enlace no funciona',
    reason: 'Puede que se haya cortado por el camino, o que el correo al que pertenece se haya eliminado.',
    help: 'Abra de nuevo el enlace desde el correo, o cópielo entero. Si no sirve, responda al correo.',
  },
  confirmationMail: {
    subject: (list) => `Confirme su suscripción a ${list}`,
    who: (list, company) =>
      `Alguien, probablemente usted, pidió recibir en esta dirección los correos de «${list}»${company === null ? '' : ` (${company})`}.`,
    open: (url) => `Abra esta página para confirmarlo: ${url}`,
    ignore: 'Si no fue usted, no haga nada: no recibirá ningún correo de esta lista.',
  },
};
