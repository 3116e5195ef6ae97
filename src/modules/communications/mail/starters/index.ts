import { readFileSync } from 'node:fs';

export interface StarterTemplate {
  /** The key of the template in paths. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly category: 'marketing' | 'newsletter' | 'transactional' | 'onboarding' | 'support' | 'notification' | 'sales';
  readonly format: 'mjml' | 'text';
  readonly subject: string;
  readonly previewText: string;
  readonly html?: string;
  readonly text?: string;
  /** Sample values for a preview. */
  readonly sampleData: Readonly<Record<string, unknown>>;
}

type Details = Omit<StarterTemplate, 'key' | 'format' | 'html' | 'text' | 'previewText'>;

const source = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

const mjml = (file: string, details: Details & Pick<StarterTemplate, 'previewText'>): StarterTemplate => ({
  key: file,
  ...details,
  format: 'mjml',
  html: source(`./${file}.mjml`),
});

/** A template of plain text. Its first line becomes the preview text, because mail clients show that line. */
const text = (file: string, details: Details): StarterTemplate => ({
  key: file,
  ...details,
  previewText: '',
  format: 'text',
  text: source(`./${file}.txt`),
});

const people = {
  contact: { firstName: 'Ada', lastName: 'Winter', email: 'ada.winter@lakeside.example' },
  user: { name: 'Jonas Berg' },
  account: { name: 'Lakeside Hotels' },
  // Shown until the settings of the company have a name and an address.
  company: { name: 'Kestrel Coffee', address: 'Hafenstraße 12, 20457 Hamburg' },
};

const links = {
  unsubscribeUrl: 'https://kestrelcoffee.example/unsubscribe',
  viewInBrowserUrl: 'https://kestrelcoffee.example/view',
};

/** Templates that a person can copy into the account: seven MJML designs, and one of plain text. */
export const starterTemplates: readonly StarterTemplate[] = [
  mjml('welcome', {
    name: 'Welcome',
    description: 'Greets a new customer and shows the first steps.',
    category: 'onboarding',
    subject:
      'Welcome{% if company.name %} to {{ company.name }}{% endif %}{% if contact.firstName %}, {{ contact.firstName }}{% endif %}',
    previewText: 'A few steps to get started.',
    sampleData: {
      ...people,
      ...links,
      startUrl: 'https://kestrelcoffee.example/start',
      steps: [
        { title: 'Tell us about your team', text: 'How many people, how many cups a day? Two minutes are enough.' },
        { title: 'Taste three coffees', text: 'We bring the machine and the beans to your office. You choose.' },
        { title: 'Pick a day', text: 'A technician installs the machine and shows everyone how it works.' },
      ],
    },
  }),
  mjml('newsletter', {
    name: 'Newsletter',
    description: 'A monthly letter with any number of articles and a quote.',
    category: 'newsletter',
    subject: '{{ headline }}',
    previewText: '{{ intro | truncate: 90 }}',
    sampleData: {
      ...people,
      ...links,
      issue: 'MAY 2026',
      headline: 'What is brewing this month',
      intro: 'here is what we roasted, built and learned in May, and a recipe for the first warm days.',
      articles: [
        {
          topic: 'Coffee',
          title: 'Two new lots from Huila',
          summary:
            'Red fruit and cane sugar: we bought the whole harvest of two small farms. The first bags leave on Monday.',
          url: 'https://kestrelcoffee.example/articles/huila',
        },
        {
          topic: 'Machines',
          title: 'The quiet grinder is here',
          summary: 'It grinds as fast as the old one, at half the noise. You can exchange yours at the next service.',
          url: 'https://kestrelcoffee.example/articles/grinder',
        },
        {
          topic: 'Story',
          title: 'How a bicycle shop became a café',
          summary: 'One machine behind the counter, and customers stay twice as long: a visit to Velo Haus in Bremen.',
          url: 'https://kestrelcoffee.example/articles/velo',
        },
      ],
      quote: { text: 'The best coffee is the one that somebody else made for you.', author: 'Mira Sol, head roaster' },
    },
  }),
  mjml('offer', {
    name: 'Offer',
    description: 'A discount with a code and a date until which it holds.',
    category: 'marketing',
    subject: '{{ discount }} off {{ product }} until {{ validUntil | date: "%B %-d" }}',
    previewText: 'Your code {{ code }} is ready to use.',
    sampleData: {
      ...people,
      ...links,
      discount: '25%',
      product: 'your second machine',
      pitch:
        'Many teams begin with one machine and order the second a few months later. If you decide this month, you pay less for it.',
      benefits: ['Installed within a week', 'A technician within four hours', 'Beans for the first month'],
      code: 'SPRING25',
      validUntil: '2026-05-31',
      offerUrl: 'https://kestrelcoffee.example/offer',
    },
  }),
  mjml('event', {
    name: 'Event invitation',
    description: 'Invites to an event, with time, place and speakers.',
    category: 'marketing',
    subject: 'Invitation: {{ event.title }}',
    previewText: '{{ event.startsAt | date: "%A, %B %-d" }}, {{ event.place }}',
    sampleData: {
      ...people,
      ...links,
      event: {
        title: 'An evening of filter coffee',
        summary:
          'join us for an evening of short talks and long tastings. Two roasters show what a paper filter can do.',
        startsAt: '2026-06-18T18:00:00+02:00',
        endsAt: '2026-06-18T21:00:00+02:00',
        place: 'Speicher 9',
        address: 'Am Sandtorkai 9, Hamburg',
        speakers: [
          { name: 'Leyla Demir', role: 'Velo Haus' },
          { name: 'Tom Eriksen', role: 'Fjord Roastery' },
        ],
        registerUrl: 'https://kestrelcoffee.example/register',
      },
    },
  }),
  mjml('reminder', {
    name: 'Appointment reminder',
    description: 'Reminds of an appointment and offers to confirm or move it.',
    category: 'notification',
    subject: '{{ appointment.title }} on {{ appointment.startsAt | date: "%A at %H:%M" }}',
    previewText: '{{ appointment.place }}. Please confirm, or choose another time.',
    sampleData: {
      ...people,
      appointment: {
        title: 'Your tasting',
        startsAt: '2026-06-03T10:30:00+02:00',
        duration: '45 minutes',
        place: 'Your office, third floor',
        confirmUrl: 'https://kestrelcoffee.example/confirm',
        rescheduleUrl: 'https://kestrelcoffee.example/reschedule',
      },
    },
  }),
  mjml('receipt', {
    name: 'Receipt',
    description: 'Confirms a payment with the lines of the order, tax and total.',
    category: 'transactional',
    subject: 'Your receipt {{ order.number }}',
    previewText: 'Thank you. We received {{ order.total }}.',
    sampleData: {
      ...people,
      order: {
        number: 'R-20416',
        paidAt: '2026-05-12',
        lines: [
          { name: 'Espresso Alba, 1 kg', quantity: 48, amount: '€1,152.00' },
          { name: 'Barista training', quantity: 1, amount: '€480.00' },
        ],
        net: '€1,632.00',
        tax: '€310.08',
        total: '€1,942.08',
        method: 'bank transfer',
        url: 'https://kestrelcoffee.example/orders/20416',
      },
    },
  }),
  mjml('survey', {
    name: 'Survey',
    description: 'Asks for a recommendation from 1 to 5 with one click.',
    category: 'support',
    subject: 'One question, {{ contact.firstName | default: "if you have a moment" }}',
    previewText: 'Would you recommend us? One click is enough.',
    sampleData: {
      ...people,
      ...links,
      reason: 'a technician visited you yesterday.',
      surveyUrl: 'https://kestrelcoffee.example/survey',
    },
  }),
  text('plain', {
    name: 'Plain letter',
    description: 'A personal letter of plain text, with the next steps as a list.',
    category: 'sales',
    subject: 'Thank you for {{ occasion }}',
    sampleData: {
      ...people,
      occasion: 'your time today',
      message: 'It was good to see the bar, and to hear where the mornings get long.',
      nextSteps: ['On Thursday, I send you the proposal.', 'Next week, we go through it together.'],
    },
  }),
];
