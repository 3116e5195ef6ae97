import type { Random } from './random.ts';
import { at } from './random.ts';

const firstNames = `Adele Aaron Beatrice Bruno Camille Carlos Clara Darius Dana Elena Emil Farah Felix Greta Gustav Hana
Henry Iris Ivan Jana Joel Karin Kofi Laila Leon Mara Mateo Mina Nadia Niko Olga Oscar Paula Pedro Quinn Rosa Ruben Selma
Simon Tara Theo Uma Viktor Wanda Yara Zoe`.split(/\s+/);

const lastNames =
  `Abbott Alvarez Andersen Bauer Beck Bennett Castillo Chen Cooper Dahl Delgado Dubois Eriksen Evans Fontaine
Garcia Graham Hansen Hayes Hoffmann Ito Jansen Kaur Keller Kowalski Larsen Lopez Marino Meyer Moreau Murphy Nguyen Novotny
Olsen Patel Petrov Quintana Reyes Romero Sanders Schmidt Silva Singh Torres Turner Vargas Wagner Walsh Young Zimmerman`.split(
    /\s+/,
  );

export interface Name {
  readonly firstName: string;
  readonly lastName: string;
}

/** A unique name for each position, because the two lists are combined with different steps. */
export const nameOf = (position: number): Name => ({
  firstName: at(firstNames, position * 7 + Math.floor(position / firstNames.length)),
  lastName: at(lastNames, position * 11 + 3),
});

export const mailName = ({ firstName, lastName }: Name): string => `${firstName}.${lastName}`.toLowerCase();

/** Makes a number from the range reserved for fiction. */
export const phoneOf = (random: Random): string => `+1 ${random.int(202, 989)} 555 01${random.int(10, 99)}`;

export interface City {
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
  readonly region: string;
  readonly timeZone: string;
}

const city = (line: string, country: string, region: string, timeZone: string): City => {
  const [name = '', state = '', postalCode = ''] = line.split('|');
  return { city: name, state, postalCode, country, region, timeZone };
};

export const cities: readonly City[] = [
  city('Boston|MA|02110', 'United States', 'US East', 'America/New_York'),
  city('Philadelphia|PA|19103', 'United States', 'US East', 'America/New_York'),
  city('Chicago|IL|60606', 'United States', 'US Central', 'America/Chicago'),
  city('Minneapolis|MN|55402', 'United States', 'US Central', 'America/Chicago'),
  city('Denver|CO|80202', 'United States', 'US West', 'America/Denver'),
  city('Portland|OR|97205', 'United States', 'US West', 'America/Los_Angeles'),
  city('Seattle|WA|98101', 'United States', 'US West', 'America/Los_Angeles'),
  city('Toronto|ON|M5H 2N2', 'Canada', 'Canada', 'America/Toronto'),
  city('Vancouver|BC|V6B 1P1', 'Canada', 'Canada', 'America/Vancouver'),
];

const streets = [
  'Market Street',
  'Harbor Road',
  'Station Avenue',
  'Mill Lane',
  'Park Row',
  'College Street',
  'Pine Street',
];

/** Fields of an address, `billingStreet` and so on. */
export function addressOf(random: Random, prefix: string, where: City): Record<string, string> {
  return {
    [`${prefix}Street`]: `${random.int(1, 480)} ${random.pick(streets)}`,
    [`${prefix}City`]: where.city,
    [`${prefix}State`]: where.state,
    [`${prefix}PostalCode`]: where.postalCode,
    [`${prefix}Country`]: where.country,
  };
}
