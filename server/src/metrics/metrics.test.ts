// rule: probes-and-metrics
import { readFile } from 'node:fs/promises'
import { register } from '@prometheus-io/client'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { clockItems } from '#server/worker.ts'
import { enqueue } from '#server/queue/queue.ts'
import { visitor } from '#server/test/call.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { startMetricsServer } from './metrics-server.ts'

const TOKEN = 'a-token-of-the-test'
let server: TestServer
let metrics: NonNullable<Awaited<ReturnType<typeof startMetricsServer>>>
beforeAll(async () => {
  server = await testServer({ METRICS_PORT: '0', METRICS_TOKEN: TOKEN })
  metrics = (await startMetricsServer(server.context))!
})
afterAll(async () => {
  await metrics.close()
  await server.close()
})

const ask = (path = '/metrics', token = TOKEN) =>
  fetch(`http://127.0.0.1:${metrics.port}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
const text = async () => (await ask()).text()

test('a port of their own gives the metrics to the holder of the token, and nothing else', async () => {
  expect((await ask('/metrics', 'another-token')).status).toBe(401)
  expect((await ask('/metrics', '')).status).toBe(401)
  expect((await ask('/healthz')).status).toBe(404)
  expect((await ask()).headers.get('content-type')).toMatch(/^text\/plain/)
  expect((await visitor(server).get('/metrics')).status).toBe(404)
})

test.each([
  ['/metrics', TOKEN],
  ['/metrics', 'another-token'],
  ['/healthz', TOKEN],
])('the answer to %s of that port has the security headers', async (path, token) => {
  const { headers } = await ask(path, token)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test.each([
  [{ METRICS_PORT: 'hidden' }, 'METRICS_PORT has to be a whole number from 0 to 65535.'],
  [{ METRICS_TOKEN: TOKEN }, 'METRICS_TOKEN needs METRICS_PORT.'],
  [{ METRICS_HOST: '0.0.0.0' }, 'METRICS_HOST needs METRICS_PORT.'],
  [{ METRICS_PORT: '1', METRICS_TOKEN: 'short' }, 'METRICS_TOKEN needs at least 16 characters.'],
  [
    { METRICS_PORT: '1', METRICS_HOST: '10.0.0.1' },
    'METRICS_HOST needs METRICS_TOKEN, unless it is 127.0.0.1.',
  ],
])('%j is refused with one line', (env, line) => {
  expect(() => readConfig(env)).toThrow(line)
})

test('what happens is counted: letters, pushes, the provider, webhooks, sign-ins and searches', async () => {
  const { context } = server
  await context.mail.send({ to: 'a@example.com', subject: 'x', text: 'x', html: 'x' })
  const subscription = { endpoint: 'https://hidden.example/x', p256dh: '', auth: '' }
  await context.push.send(subscription, 'x', 1)
  await context.payments.checkout('unknown')
  server.payments.isDown = true
  await expect(context.payments.checkout('unknown')).rejects.toBeInstanceOf(Error)
  server.payments.isDown = false
  await visitor(server).post('/api/webhooks/payments', {})
  const guess = { email: 'nobody@example.com', password: 'a wrong password' }
  await visitor(server).post('/api/login', guess)
  await visitor(server).get('/api/professionals/search/enhanced?zip_code=78701')
  const lines = await text()
  for (const line of [
    'lustra_mail_seconds_count{outcome="sent"} 1',
    'lustra_push_seconds_count{outcome="gone"} 1',
    'lustra_provider_seconds_count{call="checkout",outcome="done"} 1',
    'lustra_provider_seconds_count{call="checkout",outcome="failed"} 1',
    'lustra_webhooks_total{outcome="refused"} 1',
    'lustra_sign_in_steps_total{outcome="wrong"} 1',
    'lustra_searches_total{outcome="empty"} 1',
    'lustra_searches_total{outcome="found"} 0',
    'lustra_live_connections 0',
    'lustra_database_up 1',
    'lustra_pool_connections_max 10',
  ])
    expect(lines).toContain(`${line}\n`)
  expect(lines).not.toContain('hidden.example')
})

test('jobs are counted by task and state; a scheduled job has its last success; refunds wait', async () => {
  await enqueue(server.db, 'make-avif', { file: 'x' }, { runAt: new Date('2020-01-01') })
  await sql`select graphile_worker.add_job('a task of nobody', run_at => now() + interval '1 day')`.execute(
    server.db,
  )
  await sql`insert into provider_tasks (kind, subject, ordered_at) values ('refund-payment', 'x', now())`.execute(
    server.db,
  )
  const before = await text()
  expect(before).toContain('lustra_jobs{task="make-avif",state="ready"} 1\n')
  expect(before).toMatch(/^lustra_jobs_oldest_ready_seconds\{task="make-avif"\} \d{8,}/m)
  expect(before).toContain('lustra_refunds_owed 1\n')
  expect(before).not.toContain('nobody"')
  expect(before).not.toContain('lustra_scheduled_job_success_timestamp_seconds{')
  const { options } = clockItems().find(({ task }) => task === 'forget-pairs')!
  await sql`select graphile_worker.add_job('forget-pairs', queue_name => ${options.queueName})`.execute(
    server.db,
  )
  await runDueJobs(server.context)
  const at = /success_timestamp_seconds\{job="forget-pairs"\} (\d+)/.exec(await text())?.[1]
  expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(120)
})

test('the alerts and the dashboard name only metrics that exist, and each alert has its paragraph', async () => {
  const existing = new Set(
    [...(await text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name!],
    ),
  )
  const rules = await readFile('deploy/prometheus/lustra.rules.yml', 'utf8')
  const dashboard = JSON.parse(await readFile('deploy/grafana/lustra.json', 'utf8')) as {
    panels: { targets?: { expr: string }[] }[]
  }
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  expect(queries.length).toBeGreaterThan(10)
  for (const expr of [rules, ...queries])
    for (const [name] of expr.matchAll(/\b(?:lustra|http_request|nodejs|process)_[a-z0-9_]+/g))
      expect(existing).toContain(name)
  const guide = await readFile('docs/operating.md', 'utf8')
  const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name)
  const paragraphs = [...guide.matchAll(/^### (Lustra\w+)$/gm)].map(([, name]) => name)
  expect(new Set(paragraphs)).toEqual(new Set(alerts))
  for (const alert of alerts) expect(rules).toContain(`docs/operating.md#${alert!.toLowerCase()}`)
})

test('a process without the web app has the metrics of its memory and time too', async () => {
  // The app of this test has registered them; such a process has no app.
  register.clear()
  const { context } = server
  const jobs = { ...context, config: { ...context.config, roles: new Set(['jobs'] as const) } }
  const own = (await startMetricsServer(jobs))!
  const answer = await fetch(`http://127.0.0.1:${own.port}/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  expect(await answer.text()).toMatch(/^process_resident_memory_bytes \d/m)
  await own.close()
})
