import { type CardProperty, partsOf, textOf } from './property.ts';

/** The columns of people, in the words of their titles. */
export const personColumns = [
  'First name',
  'Last name',
  'Full name',
  'Email',
  'Work email',
  'Phone',
  'Mobile',
  'Company',
  'Title',
  'Street',
  'City',
  'State',
  'Zip',
  'Country',
  'Website',
  'Birthday',
  'Note',
  'Categories',
  'UID',
] as const;

type Person = Readonly<Record<(typeof personColumns)[number], string | undefined>>;

const isMobile = ({ types }: CardProperty): boolean => ['CELL', 'MOBILE', 'IPHONE'].some((type) => types.has(type));
const isOther = ({ types }: CardProperty): boolean => ['FAX', 'PAGER', 'MODEM'].some((type) => types.has(type));

/** The cells of a person. Of several numbers or addresses of one kind, the preferred or else the first one is used. */
export function personCells(properties: readonly CardProperty[]): readonly (string | null)[] {
  const all = (name: string) => properties.filter((property) => property.name === name);
  const text = (property: CardProperty | undefined) => property && textOf(property).trim();
  const [last, first, middle] = partsOf(preferred(all('N'))?.value ?? '', ';');
  const emails = all('EMAIL');
  const email = preferred(emails.filter(({ types }) => !types.has('WORK'))) ?? preferred(emails);
  const workEmail = preferred(emails.filter((one) => one !== email && one.types.has('WORK')));
  const numbers = all('TEL').filter((one) => !isOther(one));
  const [box, extension, street, city, state, zip, country] = partsOf(preferred(all('ADR'))?.value ?? '', ';');
  const person: Person = {
    'First name': [first, middle].filter(Boolean).join(' '),
    'Last name': last,
    'Full name': text(preferred(all('FN'))),
    Email: text(email)?.replace(/^mailto:/i, ''),
    'Work email': text(workEmail)?.replace(/^mailto:/i, ''),
    Phone: text(preferred(numbers.filter((one) => !isMobile(one))))?.replace(/^tel:/i, ''),
    Mobile: text(preferred(numbers.filter(isMobile)))?.replace(/^tel:/i, ''),
    Company: partsOf(preferred(all('ORG'))?.value ?? '', ';')[0],
    Title: text(preferred(all('TITLE')) ?? preferred(all('ROLE'))),
    Street: [box, extension, street].filter(Boolean).join('\n'),
    City: city,
    State: state,
    Zip: zip,
    Country: country,
    Website: text(preferred(all('URL'))),
    Birthday: text(preferred(all('BDAY')))?.replace(/^(\d{4})-?(\d\d)-?(\d\d)(?:T.*)?$/, '$1-$2-$3'),
    Note: text(preferred(all('NOTE'))),
    Categories: all('CATEGORIES')
      .flatMap(({ value }) => partsOf(value, ','))
      .join(', '),
    UID: text(preferred(all('UID'))),
  };
  return personColumns.map((column) => person[column] || null);
}

const preferred = (properties: readonly CardProperty[]): CardProperty | undefined =>
  properties.find(({ types }) => types.has('PREF')) ?? properties[0];
