// rule: settings
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { SETTINGS } from '#server/settings/declarations.ts'
import { loadKeys } from '#server/settings/sealing-keys.ts'

const PORT_RANGE = 'PORT has to be a whole number from 0 to 65535.'
const SCALE_RANGE = 'RATE_LIMIT_SCALE has to be a whole number from 1 to 1000000.'
const DRAIN_RANGE = 'DRAIN_S has to be a whole number from 0 to 300.'
const DELAY_RANGE = 'EVENT_LOOP_DELAY_MS_MAX has to be a whole number from 0 to 600000.'
const ORIGIN = 'PUBLIC_ORIGIN has to be an address such as https://lustra.example.'
const DATABASE = 'DATABASE_URL has to be an address that begins with postgres://.'
const REPLICAS =
  'DATABASE_READ_URL has to be one address (%2C in a password): of a balancer, if there are several replicas.'
const PROXIES =
  'TRUST_PROXY has to be networks with commas between them, such as 192.0.2.0/24,2001:db8::/32.'
const ALL_PROXIES =
  'TRUST_PROXY may not be all addresses: name the networks of your proxies, such as 10.0.0.0/8.'
const BUCKET =
  'FILES_URL has to be s3://KEY:SECRET@BUCKET/FOLDER?region=…&endpoint=https://…, with both KEY and SECRET or neither.'
const PAIR =
  'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY have to be a pair (`npx web-push generate-vapid-keys`).'
const STRIPE_API =
  'STRIPE_API_BASE has to be an address such as https://api.stripe.com, or one on this machine.'
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

test.each<[Record<string, string>, string]>([
  [{ PORT: 'hidden' }, PORT_RANGE],
  [{ PORT: '-1' }, PORT_RANGE],
  [{ PORT: '65536' }, PORT_RANGE],
  [{ PORT: '80.5' }, PORT_RANGE],
  [{ PORT: ' ' }, PORT_RANGE],
  [{ PORT: '1e3' }, PORT_RANGE],
  [{ NODE_ENV: 'prod' }, 'NODE_ENV has to be production, development or test, or empty.'],
  [{ ALLOW_PLAIN_HTTP: 'true' }, 'ALLOW_PLAIN_HTTP has to be yes, or empty.'],
  [{ METRICS_PORT: '3000' }, 'METRICS_PORT has to be another port than PORT.'],
  [{ STRIPE_SECRET_KEY: 'sk_hidden' }, 'STRIPE_SECRET_KEY needs PAYMENTS=stripe.'],
  [{ PUBLIC_ORIGIN: 'hidden' }, ORIGIN],
  [{ PUBLIC_ORIGIN: 'ftp://hidden' }, ORIGIN],
  [{ PUBLIC_ORIGIN: 'https://hidden/path' }, ORIGIN],
  [{ PUBLIC_ORIGIN: 'https://hidden/?a=b' }, ORIGIN],
  [{ PUBLIC_ORIGIN: 'https://hidden:hidden@example.com' }, ORIGIN],
  [{ PUBLIC_ORIGIN: 'https://hidden/#a' }, ORIGIN],
  [{ FILES_URL: 's3://hidden@bucket/' }, BUCKET],
  [{ FILES_URL: 's3://bucket/?endpoint=hidden' }, BUCKET],
  [{ FILES_URL: 's3:///hidden' }, BUCKET],
  [{ MAIL_URL: 'smtp://' }, 'MAIL_URL has to name a mail server, such as smtp://mail.example.'],
  [{ DATABASE_URL: 'postgres://hidden:%zz@127.0.0.1/a' }, DATABASE],
  [{ FILES_URL: 'https://hidden' }, 'FILES_URL has to be an address that begins with s3://.'],
  [{ DATABASE_URL: 'mysql://hidden' }, DATABASE],
  [{ DATABASE_URL: 'hidden' }, DATABASE],
  [{ DATABASE_DIRECT_URL: 'postgres://hidden' }, 'DATABASE_DIRECT_URL needs DATABASE_URL.'],
  [{ DATABASE_READ_URL: 'postgres://hidden' }, 'DATABASE_READ_URL needs DATABASE_URL.'],
  [{ DATABASE_URL: 'postgres://a', DATABASE_READ_URL: 'postgres://b,hidden' }, REPLICAS],
  [{ DATABASE_PREPARE: 'hidden' }, 'DATABASE_PREPARE has to be on or off.'],
  [{ DATABASE_POOL_MAX: '1' }, 'DATABASE_POOL_MAX has to be a whole number from 2 to 1000.'],
  [
    { CALENDAR_TEST_ORIGIN: 'http://hidden/path' },
    'CALENDAR_TEST_ORIGIN has to be an origin such as http://127.0.0.1:4000.',
  ],
  [
    { ...PRODUCTION, ...STRIPE, CALENDAR_TEST_ORIGIN: 'http://127.0.0.1:4000' },
    'CALENDAR_TEST_ORIGIN is refused in production.',
  ],
  [{ LOG_LEVEL: 'hidden' }, 'LOG_LEVEL has to be debug, info, warn or error.'],
  [{ DEMO: 'hidden' }, 'DEMO has to be auto, on or off.'],
  [{ MAIL_URL: 'https://hidden' }, 'MAIL_URL has to be an address that begins with smtp://.'],
  [{ SUPPORT_MAIL: 'hidden' }, 'SUPPORT_MAIL has to be an email address.'],
  [{ OPERATOR_ALERTS: 'hidden' }, 'OPERATOR_ALERTS has to be an email address.'],
  [{ TRUST_PROXY: 'hidden' }, PROXIES],
  [{ TRUST_PROXY: '10.0.0.0/33' }, PROXIES],
  [{ TRUST_PROXY: '10.0.0.1,::/0' }, ALL_PROXIES],
  [{ TRUST_PROXY: '0.0.0.0/1,128.0.0.0/1' }, ALL_PROXIES],
  [{ TRUST_PROXY: '::ffff:0.0.0.0/96' }, ALL_PROXIES],
  [{ TRUST_PROXY: 'fe80::1%hidden' }, PROXIES],
  [{ PAYMENTS: 'hidden' }, 'PAYMENTS has to be simulated or stripe.'],
  [{ PAYMENTS_WEBHOOK_SECRET: 'hidden' }, 'PAYMENTS_WEBHOOK_SECRET needs at least 16 characters.'],
  [
    PRODUCTION,
    'PAYMENTS has to be stripe in production; ALLOW_SIMULATED_PAYMENTS=yes lets them be simulated there.',
  ],
  [
    { ...PRODUCTION, ALLOW_SIMULATED_PAYMENTS: 'hidden' },
    'ALLOW_SIMULATED_PAYMENTS has to be yes, or empty.',
  ],
  [
    { ...STRIPE, STRIPE_SECRET_KEY: 'hidden' },
    'PAYMENTS=stripe needs STRIPE_SECRET_KEY, which begins with sk_ or rk_.',
  ],
  [
    { ...STRIPE, STRIPE_WEBHOOK_SECRET: 'hidden' },
    'PAYMENTS=stripe needs STRIPE_WEBHOOK_SECRET, which begins with whsec_.',
  ],
  [{ ...STRIPE, STRIPE_API_BASE: 'http://hidden' }, STRIPE_API],
  [{ VAPID_PUBLIC_KEY: 'hidden' }, PAIR],
  [{ VAPID_PRIVATE_KEY: 'hidden' }, PAIR],
  [{ VAPID_PUBLIC_KEY: 'hidden', VAPID_PRIVATE_KEY: 'hidden' }, PAIR],
  [{ RATE_LIMIT_SCALE: '0' }, SCALE_RANGE],
  [{ RATE_LIMIT_SCALE: 'hidden' }, SCALE_RANGE],
  [{ DRAIN_S: '-1' }, DRAIN_RANGE],
  [{ DRAIN_S: 'hidden' }, DRAIN_RANGE],
  [{ EVENT_LOOP_DELAY_MS_MAX: '-1' }, DELAY_RANGE],
  [{ EVENT_LOOP_DELAY_MS_MAX: 'hidden' }, DELAY_RANGE],
  [{ VERIFICATION_MODE: 'hidden' }, 'VERIFICATION_MODE has to be auto or manual.'],
])('%j is refused with one line, without the value', (env, line) => {
  expect(() => readConfig(env)).toThrow(
    expect.objectContaining({ name: 'StartupProblem', message: line }),
  )
  expect(line).not.toMatch(/hidden|\n/)
})

test.each([
  ['hidden'],
  ['hash:hidden'],
  [`hash:${Buffer.alloc(31).toString('base64')},a:${Buffer.alloc(32).toString('base64')}`],
])('VERIFICATION_KEYS %j is refused without the value', async (value) => {
  const problem = await loadKeys(readConfig({ VERIFICATION_KEYS: value })).catch(
    (error: unknown) => error,
  )
  expect(problem).toMatchObject({
    name: 'StartupProblem',
    message: expect.stringMatching(/^VERIFICATION_KEYS has to be [^\n]+$/),
  })
  expect((problem as Error).message).not.toContain(value)
})

test('without any setting the defaults of the documentation hold', () => {
  expect(readConfig({})).toMatchObject({
    production: false,
    port: 3000,
    host: '127.0.0.1',
    publicOrigin: 'http://localhost:3000',
    secureCookies: false,
    dataDir: expect.stringMatching(/[/\\]data$/),
    filesUrl: undefined,
    databaseUrl: undefined,
    databaseDirectUrl: undefined,
    databaseReadUrl: undefined,
    databasePoolMax: 10,
    databasePrepares: true,
    demo: 'auto',
    logLevel: 'info',
    mailUrl: undefined,
    trustedProxies: ['loopback'],
    payments: { provider: 'simulated', webhookSecret: undefined },
    vapidKeys: undefined,
    drainS: 5,
    rateLimitScale: 1,
    verificationMode: 'auto',
  })
})

// rule: connections-bounded
test('with a direct address statements have no names unless that is set', () => {
  const pooled = { DATABASE_URL: 'postgres://pooler/a', DATABASE_DIRECT_URL: 'postgres://db/a' }
  expect(readConfig(pooled).databasePrepares).toBe(false)
  expect(readConfig({ ...pooled, DATABASE_PREPARE: 'on' }).databasePrepares).toBe(true)
})

test('production has no demo world and manual verification unless they are set', () => {
  const production = { ...PRODUCTION, ...STRIPE }
  expect(readConfig(production)).toMatchObject({ demo: 'off', verificationMode: 'manual' })
  expect(readConfig({ ...production, DEMO: 'on', VERIFICATION_MODE: 'auto' })).toMatchObject({
    demo: 'on',
    verificationMode: 'auto',
  })
})

test('each declared setting is read, and no file reads one from the environment past the declarations', () => {
  const files = globSync('server/{src,demo}/**/*.ts').filter(
    (file) => !/\.test\.|\/test\//.test(file),
  )
  const texts = files
    .filter((file) => !file.endsWith('settings/declarations.ts'))
    .map((file) => readFileSync(file, 'utf8'))
  const isRead = (name: string) => texts.some((text) => text.includes(`'${name}'`))
  // OpenTelemetry's own packages read the others of theirs.
  const unread = Object.keys(SETTINGS).filter((name) => !name.startsWith('OTEL_') && !isRead(name))
  expect(unread).toEqual([])
  const past = texts.flatMap(
    (text) => text.match(/process\.env\b(?!\))[^\n]*|.*= process\.env$/gm) ?? [],
  )
  expect(past.map((line) => line.trim())).toEqual(['const { NODE_COMPILE_CACHE } = process.env'])
})

// rule: admission
test('without a largest delay of the event loop, no call is refused for it', () => {
  expect(readConfig({}).eventLoopDelayMsMax).toBe(2000)
  // A sample of a loop that stood still all the time is infinite, so no number is large enough.
  expect(readConfig({ EVENT_LOOP_DELAY_MS_MAX: '0' }).eventLoopDelayMsMax).toBe(Infinity)
})
