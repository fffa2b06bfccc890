// rule: demo-operators
import { expect, test } from 'vitest'
import { stepOfCode } from '#server/features/identity/totp.ts'
import { demoLines } from './demo-lines.ts'
import { DEMO_OPERATORS, demoCodeOf } from './demo-operators.ts'

const NOW = new Date('2026-11-26T10:00:10Z')

test('the code of the moment is one that the sign-in accepts, and only of demo operators', () => {
  for (const { email, secret } of DEMO_OPERATORS) {
    const code = demoCodeOf(email.toUpperCase(), NOW)!
    expect(stepOfCode(secret, code, NOW)).toBe(Math.floor(+NOW / 30_000))
  }
  expect(demoCodeOf('grace.walker@demo.lustra.example', NOW)).toBeUndefined()
})

test('the start prints the operators and their secrets, never in production', () => {
  const printed = demoLines({ production: false }).join('\n')
  for (const { email, secret } of DEMO_OPERATORS) {
    expect(printed).toContain(email)
    expect(printed).toContain(secret)
  }
  expect(demoLines({ production: true }).join('\n')).not.toContain('operator')
})
