// rule: code-hint
import { expect, test } from 'vitest'
import { hasLikelyCode } from './likely-code.ts'

test.each([
  'The gate code is 4711#',
  'door: 0815',
  'Use #2580 at the keypad',
  '4711 opens the garage',
  'O código do portão é 1234',
  'A senha do alarme: 90210',
  'La clave de la puerta es *5566',
])('probably a code: %s', (text) => {
  expect(hasLikelyCode(text)).toBe(true)
})

test.each([
  'Please come at 10:30 through the back door',
  'My zip code is 78701',
  'The house has 1500 sq ft and a garage',
  'It costs $130 with the door',
  'Call me at 512-555-0123 at the gate',
  'The door is open. We have 300 plants',
  'Código postal 33101',
  '100 Congress Ave',
  '',
])('no code: %s', (text) => {
  expect(hasLikelyCode(text)).toBe(false)
})
