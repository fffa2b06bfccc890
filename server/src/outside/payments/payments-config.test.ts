// rule: simulated-payments
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { webhookSecretOf } from './simulated/webhook-secret.ts'

/** The settings that production needs beside those of payments. */
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://lustra.example',
  MAIL_URL: 'smtp://mail.lustra.example',
}
const STRIPE = {
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
const read = (env: Record<string, string>) => readConfig(env).payments

test('payments are simulated unless Stripe is configured with its key and its webhook secret', () => {
  expect(read({})).toEqual({ provider: 'simulated', webhookSecret: undefined })
  expect(read(STRIPE)).toEqual({
    provider: 'stripe',
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_1',
    apiBase: undefined,
  })
  expect(read({ ...STRIPE, ...PRODUCTION })).toMatchObject({ provider: 'stripe' })
})

test('production refuses simulated payments unless ALLOW_SIMULATED_PAYMENTS allows them', () => {
  const production = PRODUCTION
  for (const env of [production, { ...production, PAYMENTS: 'simulated' }]) {
    expect(() => read(env)).toThrow(/^PAYMENTS has to be stripe in production/)
    expect(read({ ...env, ALLOW_SIMULATED_PAYMENTS: 'yes' }).provider).toBe('simulated')
  }
})

test.each([
  ['PAYMENTS', { PAYMENTS: 'paypal-secret' }],
  ['STRIPE_SECRET_KEY', { ...STRIPE, STRIPE_SECRET_KEY: '' }],
  ['STRIPE_SECRET_KEY', { ...STRIPE, STRIPE_SECRET_KEY: 'pk_secret' }],
  ['STRIPE_WEBHOOK_SECRET', { ...STRIPE, STRIPE_WEBHOOK_SECRET: 'sk_secret' }],
  ['STRIPE_API_BASE', { ...STRIPE, STRIPE_API_BASE: 'http://secret.example' }],
  ['STRIPE_API_BASE', { ...STRIPE, STRIPE_API_BASE: 'secret' }],
  ['PAYMENTS_WEBHOOK_SECRET', { PAYMENTS_WEBHOOK_SECRET: 'secret' }],
])(
  'a wrong %s stops the start with one line that names the variable and not its value',
  (name, env) => {
    let line = ''
    try {
      read(env)
    } catch (error) {
      line = (error as Error).message
    }
    expect(line).toContain(name)
    expect(line).not.toMatch(/secret|\n/)
  },
)

test('the secret of simulated webhooks is created once, readable for its owner only, and reused', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lustra-test-secret-'))
  const config = readConfig({ DATA_DIR: join(dataDir, 'new') })
  const secrets = await Promise.all([1, 2, 3, 4].map(() => webhookSecretOf(config)))
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]).toMatch(/^whsec_[0-9a-f]{64}$/)
  const file = join(dataDir, 'new', 'payments-webhook-secret')
  expect((await readFile(file, 'utf8')).trim()).toBe(secrets[0])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const given = readConfig({ DATA_DIR: dataDir, PAYMENTS_WEBHOOK_SECRET: 'whsec_given_by_hand' })
  expect(await webhookSecretOf(given)).toBe('whsec_given_by_hand')
  await rm(dataDir, { recursive: true })
})
