// rule: none, the words of screens and emails
import { expect, test } from 'vitest'
import { replacedWordsIn } from './replaced-words.ts'

test('a word that people do not say is found in each language', () => {
  expect(replacedWordsIn('en', { 'app:a': 'The other side has cancelled.' })).toHaveLength(2)
  expect(replacedWordsIn('pt', { 'app:a': 'O pedido termina sozinho.' })).toHaveLength(1)
  expect(replacedWordsIn('es', { 'app:a': 'Añadir una vivienda' })).toHaveLength(2)
})

test('the better words pass, and the exact texts of the specifications', () => {
  expect(replacedWordsIn('en', { 'app:a': 'Grace canceled.' })).toEqual([])
  expect(replacedWordsIn('es', { 'app:a': 'Agregar una casa' })).toEqual([])
  const exact = 'Payment cancelled. Your account is still inactive.'
  expect(replacedWordsIn('en', { 'app:a': exact })).toEqual([])
})
