// rule: none, the words of screens and emails
import { expect, test } from 'vitest'
import { unspokenWordsIn } from './unspoken-words.ts'

test('a word that people do not say is found in each language', () => {
  expect(unspokenWordsIn('en', { 'app:a': 'The other side has cancelled.' })).toEqual([
    "en, app:a: 'cancelled' (people say: canceled, canceling)",
    "en, app:a: 'The other side' (people say: the name, or they)",
  ])
  expect(unspokenWordsIn('pt', { 'app:a': 'O pedido termina sozinho.' })).toHaveLength(1)
  expect(unspokenWordsIn('es', { 'app:a': 'Añadir una vivienda' })).toHaveLength(2)
})

test('the better words pass, and the exact texts of the specifications', () => {
  expect(unspokenWordsIn('en', { 'app:a': 'Grace canceled.' })).toEqual([])
  expect(unspokenWordsIn('es', { 'app:a': 'Agregar una casa' })).toEqual([])
  const exact = 'Payment cancelled. Your account is still inactive.'
  expect(unspokenWordsIn('en', { 'app:a': exact })).toEqual([])
})
