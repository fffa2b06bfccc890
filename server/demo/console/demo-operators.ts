import { generateSync } from 'otplib'
import type { Context } from '#server/context.ts'
import { unsealTotpSecret } from '#server/people/factors/totp.ts'

/** Two operators, never created in production, with the password of all demo people. rule: demo-world */
export const DEMO_OPERATORS = [
  { email: 'operator.one@demo.lustra.example', name: 'Olive Park' },
  { email: 'operator.two@demo.lustra.example', name: 'Theo Brandt' },
] as const

/**
 * The secret of a demo operator's app and its code of this moment; undefined for everybody else, and for one who has no
 * codes. rule: demo-world
 */
export async function demoCodesOf(
  { db, clock, verificationKeys }: Pick<Context, 'db' | 'clock' | 'verificationKeys'>,
  email: string,
): Promise<{ code: string; secret: string } | undefined> {
  const operator = DEMO_OPERATORS.find((one) => one.email === email.toLowerCase())
  if (!operator) return undefined
  const row = await db
    .selectFrom('operator_totp_secrets')
    .innerJoin('operators', 'operators.id', 'operator_id')
    .select(['operator_id', 'secret_sealed', 'key_id'])
    .where('email_key', '=', operator.email)
    .executeTakeFirst()
  if (!row) return undefined
  const secret = unsealTotpSecret(verificationKeys, row.operator_id, row)
  return { secret, code: generateSync({ secret, epoch: Math.floor(+clock.now() / 1000) }) }
}

/** The lines that the start prints: how to sign in to the console. */
export function demoOperatorLines(): string[] {
  return [
    'Operators sign in at /operator with the same password and the code of `npm run operator -- code EMAIL`:',
    ...DEMO_OPERATORS.map(({ email }) => `  ${email.padEnd(38)} operator`),
  ]
}
