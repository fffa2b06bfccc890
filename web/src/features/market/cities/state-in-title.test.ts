// rule: city-pages
import { expect, test } from 'vitest'
import { stateInTitle } from './state-in-title.ts'

test('Portuguese says no Texas, na Florida and em Nevada', () => {
  const inPortuguese = (state: string, name: string) => stateInTitle('pt', { state, name })
  expect(inPortuguese('TX', 'Texas')).toBe('no Texas')
  expect(inPortuguese('FL', 'Florida')).toBe('na Florida')
  expect(inPortuguese('NV', 'Nevada')).toBe('em Nevada')
})

test('other languages add nothing', () => {
  expect(stateInTitle('en', { state: 'TX', name: 'Texas' })).toBe('Texas')
  expect(stateInTitle('es', { state: 'TX', name: 'Texas' })).toBe('Texas')
})
