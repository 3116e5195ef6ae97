/** The words of a page that the form does not set. */
export interface Texts {
  readonly send: string;
  readonly next: string;
  readonly back: string;
  readonly choose: string;
  readonly required: string;
  readonly check: string;
  readonly thanks: string;
  readonly step: string;
  readonly utc: string;
}

const en: Texts = {
  send: 'Send',
  next: 'Next',
  back: 'Back',
  choose: 'Choose…',
  required: 'required',
  check: 'Please check your answers.',
  thanks: 'Thank you. We have received your answers.',
  step: 'Step',
  utc: 'Time in UTC',
};

const translations: Readonly<Record<string, Texts>> = {
  en,
  de: {
    send: 'Senden',
    next: 'Weiter',
    back: 'Zurück',
    choose: 'Bitte wählen…',
    required: 'erforderlich',
    check: 'Bitte prüfen Sie Ihre Angaben.',
    thanks: 'Vielen Dank. Wir haben Ihre Angaben erhalten.',
    step: 'Schritt',
    utc: 'Zeit in UTC',
  },
  fr: {
    send: 'Envoyer',
    next: 'Suivant',
    back: 'Retour',
    choose: 'Choisir…',
    required: 'obligatoire',
    check: 'Veuillez vérifier vos réponses.',
    thanks: 'Merci. Nous avons bien reçu vos réponses.',
    step: 'Étape',
    utc: 'Heure UTC',
  },
  es: {
    send: 'Enviar',
    next: 'Siguiente',
    back: 'Atrás',
    choose: 'Elegir…',
    required: 'obligatorio',
    check: 'Revise sus respuestas.',
    thanks: 'Gracias. Hemos recibido sus respuestas.',
    step: 'Paso',
    utc: 'Hora UTC',
  },
};

/** Those of a language tag such as `de-AT`; English for languages that have none. */
export const textsIn = (language: string): Texts => translations[language.split('-')[0]?.toLowerCase() ?? ''] ?? en;

/** A language tag that can stand in an attribute; `en` for others. */
export const languageOf = (given: unknown): string =>
  typeof given === 'string' && /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(given) ? given : 'en';
