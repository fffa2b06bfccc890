import { describe, expect, test } from 'vitest'
import { requestLanguage, supported } from './preferred-language.ts'

describe('the language of a page', () => {
  test('is the chosen one before the browser’s wishes', () => {
    expect(requestLanguage('es', 'pt-BR,pt;q=0.9')).toBe('es')
  })

  test('follows the browser’s wishes by their weight, regions included', () => {
    expect(requestLanguage(undefined, 'fr-FR, en;q=0.5, pt-BR;q=0.9')).toBe('pt')
    expect(requestLanguage(undefined, 'es-MX')).toBe('es')
    expect(requestLanguage(undefined, 'pt;q=0, es;q=0.1')).toBe('es')
  })

  test('is English for everybody else', () => {
    expect(requestLanguage('klingon', 'fr')).toBe('en')
    expect(requestLanguage(undefined, undefined)).toBe('en')
    expect(supported(['*'])).toBe('en')
  })
})
