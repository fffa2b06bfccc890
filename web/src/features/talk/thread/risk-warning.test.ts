// rule: block
import { expect, test } from 'vitest'
import { riskOf } from './risk-warning.ts'

test.each([
  'I will send you a cashier’s check and you pay the painter with the rest',
  'Can I pay by check? I will mail it today',
  'My husband will overpay with a cheque, please return the difference',
  'I only pay by money order',
  'Please refund the difference by Western Union',
  'Posso pagar com cheque?',
  'Te pago con un cheque y me devuelves la diferencia',
])('a payment by cheque is warned of: %s', (text) => {
  expect(riskOf(text)).toBe('cheque')
})

test.each([
  'Please send me the verification code you just got',
  'Tell me the 6-digit code Google sent to your phone',
  'Forward the code you received by SMS, it is to check you are real',
  'Me mande o código que chegou no seu celular',
  'Qual é o código de verificação?',
  'Envíame el código de seguridad por favor',
])('asking for a code is warned of: %s', (text) => {
  expect(riskOf(text)).toBe('code')
})

test.each([
  'Let me check my calendar and tell you',
  'The door code is 4471, the kitchen is left of the hall',
  'Could you check the oven too? Payment by card on Lustra is fine',
  'I will check in with you at nine',
  'Pode chegar às nove, a chave está com o porteiro',
  '¿Puede traer sus propios productos? El código postal es 78701',
  'The ZIP code is 78701',
])('everyday words are not: %s', (text) => {
  expect(riskOf(text)).toBeUndefined()
})
