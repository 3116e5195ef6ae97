import type { Texts } from './texts.ts';

export const fr: Texts = {
  send: 'Envoyer',
  next: 'Suivant',
  back: 'Retour',
  choose: 'Choisir…',
  required: 'obligatoire',
  check: 'Veuillez vérifier vos réponses.',
  thanks: 'Merci. Nous avons bien reçu vos réponses.',
  step: 'Étape',
  utc: 'Heure UTC',
  problems: {
    required: 'Cette réponse est obligatoire.',
    accept: 'Veuillez accepter.',
    email: 'Veuillez saisir une adresse e-mail, par exemple marie@example.com.',
    phone: 'Veuillez saisir un numéro de téléphone, par exemple +33 1 99 00 12 34.',
    url: 'Veuillez saisir une adresse web, par exemple https://example.com.',
    number: 'Veuillez saisir un nombre.',
    wholeNumber: 'Veuillez saisir un nombre entier.',
    date: 'Veuillez saisir une date.',
    datetime: 'Veuillez saisir une date et une heure.',
    option: 'Veuillez choisir parmi les réponses proposées.',
    invalid: "Cette réponse n'est pas valide.",
    captcha: 'Veuillez résoudre le captcha, puis renvoyer le formulaire.',
    tooLong: (max) => `Veuillez saisir ${max} caractères au plus.`,
    tooSmall: (min) => `La valeur doit être au moins ${min}.`,
    tooLarge: (max) => `La valeur doit être au plus ${max}.`,
  },
  refusals: {
    notOpen: "Ce formulaire n'est pas encore ouvert.",
    closed: 'Ce formulaire est fermé.',
    notWorking: 'Ce formulaire ne fonctionne pas pour le moment. Vos réponses n’ont pas été enregistrées.',
    full: "Ce formulaire n'accepte plus de réponses.",
    answered: 'Vous avez déjà répondu à ce formulaire.',
    signIn: 'Connectez-vous à la console de votre compte dans ce navigateur, puis rouvrez ce formulaire.',
    otherAccount: "Ce formulaire est réservé aux utilisateurs d'un autre compte.",
  },
  failures: {
    tooMany:
      'Trop de réponses ont été envoyées en peu de temps. Veuillez patienter une minute, puis renvoyer le formulaire.',
    tooLarge:
      'Vos réponses ou vos fichiers sont trop volumineux. Veuillez envoyer moins de fichiers, ou des fichiers plus petits.',
    missing: "Il n'y a pas de formulaire à cette adresse.",
    unreadable: 'Vos réponses ne sont pas arrivées en entier. Veuillez renvoyer le formulaire.',
    unavailable: "Le formulaire n'est pas disponible pour le moment. Veuillez réessayer dans quelques minutes.",
  },
  offline:
    "La connexion a été interrompue et vos réponses n'ont pas été envoyées. Elles sont encore là : veuillez renvoyer le formulaire.",
  again: 'Retour au formulaire',
  unknownField: (name) => `${name} n'est pas un champ de ce formulaire.`,
  filesTooLarge: (max) => `Un fichier peut faire ${max} Mo au plus. Veuillez choisir des fichiers plus petits.`,
  tooManyFiles: (max) => `Vous pouvez envoyer ${max} fichiers au plus. Veuillez en choisir moins.`,
};
