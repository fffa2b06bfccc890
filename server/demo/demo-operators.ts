import { generateSync } from 'otplib'

/** Two operators, never created in production, with the password of all demo people. rule: demo-operators */
export const DEMO_OPERATORS = [
  {
    email: 'operator.one@demo.lustra.example',
    name: 'Olive Park',
    secret: '4X3J4F5GXR3MZGES3IU66Z7AIR463TEJ',
  },
  {
    email: 'operator.two@demo.lustra.example',
    name: 'Theo Brandt',
    secret: 'KM4PTQ4T5G6EJ7QMU5SIDGDZB3TIBJWQ',
  },
] as const

/** The code that the app of a demo operator shows at this moment; undefined for everybody else. rule: demo-operators */
export function demoCodeOf(email: string, now: Date): string | undefined {
  const operator = DEMO_OPERATORS.find((one) => one.email === email.toLowerCase())
  return operator && generateSync({ secret: operator.secret, epoch: Math.floor(+now / 1000) })
}

/** The lines that the start prints: how to sign in to the console. */
export function demoOperatorLines(): string[] {
  return [
    'Operators sign in at /operator with the same password and the code of `npm run operator -- code EMAIL`:',
    ...DEMO_OPERATORS.map(
      ({ email, secret }) => `  ${email.padEnd(38)} operator, secret of the codes ${secret}`,
    ),
  ]
}
