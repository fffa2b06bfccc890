/** The languages that people of the demo world write in. A new language of the product needs no sentences here. */
export type DemoLanguage = 'en' | 'pt' | 'es'
