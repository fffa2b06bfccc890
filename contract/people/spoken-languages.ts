// Alone, because the public pages of the web need nothing else of an offer. rule: first-view

/** Languages that a professional can speak with clients. */
export const SPOKEN_LANGUAGES = [
  'en',
  'es',
  'pt',
  'fr',
  'ht',
  'zh',
  'vi',
  'ko',
  'tl',
  'ru',
  'uk',
  'pl',
  'ar',
  'hi',
] as const
export type SpokenLanguage = (typeof SPOKEN_LANGUAGES)[number]
