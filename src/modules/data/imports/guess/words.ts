/** Titles of columns that mean a field, in English and German, by the key of the field. Normalised: see `wordOf`. */
const synonyms: Readonly<Record<string, string>> = {
  email: 'email mail emailaddress mailadresse emailadresse emailaddresse primaryemail',
  firstName: 'vorname givenname forename first',
  lastName: 'nachname familyname surname last familienname zuname',
  name: 'name bezeichnung titel fullname company firma firmenname companyname unternehmen organisation organization',
  salutation: 'anrede title',
  title: 'jobtitle position funktion berufsbezeichnung role',
  phone: 'telefon tel phonenumber telefonnummer telephone festnetz businessphone worknumber rufnummer',
  mobilePhone: 'mobil mobile handy mobilephone mobiltelefon handynummer cell cellphone mobilnummer',
  website: 'webseite website homepage url web internet domain internetseite',
  department: 'abteilung department',
  description: 'beschreibung notiz notizen notes note bemerkung kommentar comment comments description',
  tags: 'tags schlagworte schlagwoerter stichworte kategorien categories labels',
  birthday: 'geburtstag birthday dateofbirth geburtsdatum birthdate',
  language: 'sprache language',
  source: 'quelle leadsource herkunft source',
  industry: 'branche industry',
  amount: 'betrag summe amount',
  value: 'wert value volumen',
  price: 'preis einzelpreis price unitprice',
  quantity: 'menge anzahl quantity qty',
  currency: 'waehrung currency',
  status: 'status zustand',
  ownerId: 'besitzer inhaber owner verantwortlich verantwortlicher zustaendig betreuer accountowner contactowner',
  number: 'nummer nr number no kundennummer rechnungsnummer auftragsnummer',
  sku: 'artikelnummer artikelnr sku productcode',
  dueDate: 'faelligam faelligkeit duedate faellig',
  closeDate: 'abschlussdatum closedate abschluss',
  mailingStreet: 'strasse street address adresse anschrift addressline1 mailingstreet',
  mailingCity: 'ort stadt city town',
  mailingPostalCode: 'plz postleitzahl zip zipcode postalcode postcode mailingzip',
  mailingState: 'bundesland state region province',
  mailingCountry: 'land country',
  billingStreet: 'strasse street address adresse anschrift rechnungsstrasse',
  billingCity: 'ort stadt city rechnungsort',
  billingPostalCode: 'plz postleitzahl zip zipcode postalcode rechnungsplz',
  billingState: 'bundesland state region province',
  billingCountry: 'land country rechnungsland',
  employees: 'mitarbeiter mitarbeiterzahl employees numberofemployees',
  annualRevenue: 'umsatz jahresumsatz revenue annualrevenue',
};

const wordsByKey = new Map(Object.entries(synonyms).map(([key, words]) => [key, words.split(' ')]));

/** References that a title names by the record's own word. */
export const referenceWords: Readonly<Record<string, readonly string[]>> = {
  accountId: [
    'company',
    'firma',
    'unternehmen',
    'organisation',
    'organization',
    'account',
    'accountname',
    'companyname',
    'kunde',
    'customer',
    'firmenname',
  ],
  contactId: ['contact', 'kontakt', 'ansprechpartner', 'person'],
  productId: ['product', 'produkt', 'artikel', 'item'],
  campaignId: ['campaign', 'kampagne'],
};

/** The other titles of a field. */
export const synonymsOf = (key: string): readonly string[] => wordsByKey.get(key) ?? [];

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** A title without case, accents, spaces and signs. */
export const wordOf = (title: string): string =>
  title
    .slice(0, 200)
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => umlauts[letter] ?? letter)
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '');
