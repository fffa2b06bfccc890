// rule: language-choice
import { describe, expect, test } from 'vitest'
import { addressIn, languageInAddress, requestLanguage, supported } from './preferred-language.ts'

describe('the language of a page', () => {
  test('is the chosen one, before the languages of the browser', () => {
    expect(requestLanguage('es', 'pt-BR,pt;q=0.9')).toBe('es')
  })

  test('is the best language of the browser by weight, also with a region', () => {
    expect(requestLanguage(undefined, 'fr-FR, en;q=0.5, pt-BR;q=0.9')).toBe('pt')
    expect(requestLanguage(undefined, 'es-MX')).toBe('es')
    expect(requestLanguage(undefined, 'pt;q=0, es;q=0.1')).toBe('es')
  })

  test('is found in a moment in a header that is full of spaces', () => {
    const begin = performance.now()
    expect(requestLanguage(undefined, `en${' '.repeat(60_000)}x, pt ; q=0.5`)).toBe('pt')
    expect(performance.now() - begin).toBeLessThan(500)
  })

  test('is English when no language matches', () => {
    expect(requestLanguage('klingon', 'fr')).toBe('en')
    expect(requestLanguage(undefined, undefined)).toBe('en')
    expect(supported(['*'])).toBe('en')
  })
})

describe('an address that names a language', () => {
  test('names a language of Lustra, or none', () => {
    expect(languageInAddress(new URLSearchParams('zip_code=78701&lang=pt'))).toBe('pt')
    for (const search of ['', 'lang=', 'lang=fr', 'lang=pt-BR', 'language=pt'])
      expect(languageInAddress(new URLSearchParams(search))).toBeUndefined()
  })

  test('stays the same address in every language', () => {
    expect(addressIn('/', 'pt')).toBe('/?lang=pt')
    expect(addressIn('/search?zip_code=78701&lang=pt', 'es')).toBe('/search?zip_code=78701&lang=es')
    expect(addressIn('/search?zip_code=78701&lang=pt')).toBe('/search?zip_code=78701')
    expect(addressIn('/?lang=pt')).toBe('/')
  })
})
