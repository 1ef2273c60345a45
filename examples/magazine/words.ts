/** The languages of the site, and the words of its pages that editors do not write. */
export const LOCALES = ['en', 'de', 'de-CH'] as const;
export type Locale = (typeof LOCALES)[number];

const GERMAN = {
  language: 'Deutsch',
  skip: 'Zum Inhalt',
  menu: 'Hauptmenü',
  languages: 'Sprachen',
  latest: 'Neueste Geschichten',
  by: 'Von',
  and: 'und',
  storiesBy: 'Geschichten von',
  storiesOn: 'Alles zu',
  where: 'Sie sind hier',
  home: 'Start',
  below: 'Darunter',
  pages: 'Seiten',
  page: 'Seite',
  newer: 'Neuere',
  older: 'Ältere',
  search: 'Suche',
  searchFor: 'Wonach suchen Sie?',
  find: 'Suchen',
  nothing: 'Nichts gefunden.',
  failed: 'Die Suche antwortet nicht. Versuchen Sie es noch einmal.',
  results: 'Treffer',
  foreign: 'Dieser Text ist bisher nur auf Englisch erschienen.',
  tags: 'Schlagworte',
  outside: 'Öffnet eine andere Website',
  missing: 'Diese Seite gibt es nicht',
  missingText: 'Sie ist umgezogen oder war nie da. Die Suche hilft weiter.',
};

export const WORDS: Record<Locale, typeof GERMAN & { paths: { home: string; search: string } }> = {
  en: {
    language: 'English',
    skip: 'Skip to content',
    menu: 'Main menu',
    languages: 'Languages',
    latest: 'Latest stories',
    by: 'By',
    and: 'and',
    storiesBy: 'Stories by',
    storiesOn: 'All about',
    where: 'You are here',
    home: 'Home',
    below: 'Below',
    pages: 'Pages',
    page: 'Page',
    newer: 'Newer',
    older: 'Older',
    search: 'Search',
    searchFor: 'What are you looking for?',
    find: 'Search',
    nothing: 'Nothing was found.',
    failed: 'The search does not answer. Please try again.',
    results: 'results',
    foreign: '',
    tags: 'Tags',
    outside: 'Opens another site',
    missing: 'There is no such page',
    missingText: 'It has moved, or it never was. The search may help.',
    paths: { home: '/', search: '/search' },
  },
  de: { ...GERMAN, paths: { home: '/de', search: '/de/suche' } },
  'de-CH': { ...GERMAN, language: 'Schweiz', paths: { home: '/de-CH', search: '/de-CH/suche' } },
};

const languageOf = (locale: string) => locale.split('-')[0];

/** The title is in the language of the reader; German of Germany is that of Switzerland, too. */
export const isOwnText = (locale: Locale, { title = locale }: { title?: string }): boolean =>
  languageOf(title) === languageOf(locale);

/** The English of the magazine is that of Britain. */
export const dayOf = (locale: Locale, date: string): string =>
  new Date(date).toLocaleDateString(locale === 'en' ? 'en-GB' : locale, {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
