// rule: none, it protects the punctuation of sentences with values
import { expect, test } from 'vitest'
import { fillText } from './texts.ts'

test('a value that ends with a period ends its sentence, and an ellipsis stays', () => {
  const fill = (text: string, value: string) => fillText(text, { value }, 'es')
  expect(fill('Responde hasta las {{value}}. Gracias.', '8:00 a.m.')).toBe(
    'Responde hasta las 8:00 a.m. Gracias.',
  )
  expect(fill('Responde hasta las {{value}}.', '20:00')).toBe('Responde hasta las 20:00.')
  expect(fill('Hasta las {{value}}...', '8:00 a.m.')).toBe('Hasta las 8:00 a.m....')
})
