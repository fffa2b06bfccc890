// rule: trusted-proxies, probes-and-metrics
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { selfSigned } from '#server/test/processes/certificates.ts'
import { freePort } from '../../tools/embedded-postgres/free-port.ts'
import { NGINX, inTest, programAt, startNginx, writeCertificate } from '../test/balancer-in-test.ts'
import type { Ports } from '../test/balancer-in-test.ts'

const run = promisify(execFile)
const HAPROXY = programAt('/usr/sbin/haproxy')
const PROMTOOL = programAt('/usr/bin/promtool', '/usr/local/bin/promtool')
const SYSTEMD_ANALYZE = programAt('/usr/bin/systemd-analyze')

/** nginx writes lines together, at least once a second. */
const LOGGED = { timeout: 10_000 }
let folder: string
let ports: number[]
const seen: IncomingHttpHeaders[] = []
/** The status that the process answers at /readyz, and how often it was asked. */
const ready = { status: 200, asked: 0 }
/** A process behind the balancer. */
const answer: RequestListener = (request, response) => {
  seen.push(request.headers)
  if (request.url === '/readyz') {
    ready.asked++
    response.statusCode = ready.status
  }
  response.end('ok')
}
const backend = createServer(answer).on('upgrade', (_request, socket) => {
  const head = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: websocket']
  // The answer to the key below (RFC 6455).
  const accept = 'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo='
  socket.end([...head, accept, '', ''].join('\r\n'))
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lustra-deploy-'))
  await writeCertificate(folder, await selfSigned('lustra.example'))
  await once(backend.listen(0, '127.0.0.1'), 'listening')
  ports = await Promise.all(Array.from({ length: 5 }, freePort))
})
afterAll(async () => {
  backend.closeAllConnections()
  backend.close()
  await rm(folder, { recursive: true })
})

/** The first process is dead. */
function portsInTest(): Ports {
  const [plain, tls, dead] = ports as [number, number, number]
  return { plain, tls, processes: [dead, (backend.address() as AddressInfo).port] }
}

async function startHaproxy(): Promise<ChildProcess> {
  const file = join(folder, 'haproxy.cfg')
  const config = await inTest('deploy/haproxy/haproxy.cfg', folder, portsInTest())
  await writeFile(
    file,
    config
      .replace('check inter 2s', 'check inter 100ms')
      .replace('127.0.0.1:5000', `127.0.0.1:${ports[3]}`)
      .replace('127.0.0.1:5001', `127.0.0.1:${ports[4]}`),
  )
  const log = openSync(join(folder, 'lustra.log'), 'w')
  const stdio = ['ignore', log, 'ignore'] as const
  const haproxy = spawn(HAPROXY!, ['-f', file, '-db', '-n', '200'], { stdio: [...stdio] })
  closeSync(log)
  return haproxy
}

type Asked = { status: number; upgraded: boolean }

function ask(tls: boolean, path: string, headers: Record<string, string> = {}): Promise<Asked> {
  const { promise, resolve: done, reject } = Promise.withResolvers<Asked>()
  const client = tls ? https : http
  const request = client.get({
    host: '127.0.0.1',
    port: ports[tls ? 1 : 0],
    path,
    agent: false,
    rejectUnauthorized: false,
    headers: { host: 'lustra.example', ...headers },
  })
  request.on('response', (response) => {
    response.resume()
    done({ status: response.statusCode ?? 0, upgraded: false })
  })
  request.on('upgrade', (response, socket) => {
    socket.destroy()
    done({ status: response.statusCode ?? 0, upgraded: true })
  })
  request.on('error', reject)
  return promise
}

describe.each([
  ['nginx', NGINX, () => startNginx(folder, portsInTest())],
  ['HAProxy', HAPROXY, startHaproxy],
])('%s', (name, program, start) => {
  test.skipIf(!program)(
    `${name} passes people on past a dead process, and believes no header of theirs`,
    async () => {
      const balancer = await start()
      try {
        for (let tries = 0; tries < 100; tries++) {
          if (await ask(false, '/').catch(() => undefined)) break
          await wait(50)
        }
        expect(await ask(false, '/')).toMatchObject({ status: 301 })
        expect(await ask(false, '/api/search')).toMatchObject({ status: 403 })
        for (const path of ['/metrics', '/readyz'])
          expect(await ask(true, path)).toMatchObject({ status: 404 })
        seen.length = 0
        const forged = { 'x-forwarded-for': '9.9.9.9', 'x-forwarded-proto': 'http' }
        for (let number = 0; number < 4; number++)
          expect(await ask(true, '/api/search', forged)).toMatchObject({ status: 200 })
        const passed = seen.filter((headers) => headers['x-forwarded-for'] !== undefined)
        expect(passed).toHaveLength(4)
        for (const headers of passed)
          expect(headers).toMatchObject({
            host: 'lustra.example',
            'x-forwarded-for': '127.0.0.1',
            'x-forwarded-proto': 'https',
          })
        const upgrade = {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
          'sec-websocket-version': '13',
        }
        for (const secret of ['/visit/SECRET', '//visit/%53ECRET?token=SECRET', '/visit/%0ASECRET'])
          await ask(true, secret)
        const log = () => readFileSync(join(folder, 'lustra.log'), 'utf8')
        await expect.poll(() => log().match(/\/visit\/(…|\.\.\.)[" ]/g), LOGGED).toHaveLength(3)
        expect(log()).not.toContain('SECRET')
        await ask(true, '/first%0Asecond')
        await expect.poll(log, LOGGED).toContain('second')
        expect(log()).not.toMatch(/^second/m)
        expect(await ask(true, '/api/live', upgrade)).toEqual({ status: 101, upgraded: true })
        if (name !== 'HAProxy') return
        // The database is away.
        Object.assign(ready, { status: 503, asked: 0 })
        while (ready.asked < 4) await wait(50)
        expect(await ask(true, '/')).toMatchObject({ status: 200 })
      } finally {
        balancer.kill('SIGTERM')
        if (balancer.exitCode === null) await once(balancer, 'exit')
      }
    },
    30_000,
  )
})

test.skipIf(!PROMTOOL)('promtool accepts the alerts, and their tests hold', async () => {
  const cwd = resolve('deploy/prometheus')
  await run(PROMTOOL!, ['check', 'rules', 'lustra.rules.yml'], { cwd })
  const tests = await run(PROMTOOL!, ['test', 'rules', 'lustra.rules.test.yml'], { cwd })
  expect(tests.stdout).toContain('SUCCESS')
})

test.skipIf(!SYSTEMD_ANALYZE)('systemd-analyze knows each setting of the units', async () => {
  for (const name of ['lustra@.service', 'lustra-migrate.service']) {
    const unit = await readFile(`deploy/systemd/${name}`, 'utf8')
    // It also looks whether the program exists.
    await writeFile(join(folder, name), unit.replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true'))
    const { stderr } = await run(SYSTEMD_ANALYZE!, ['verify', join(folder, name)])
    expect(stderr).not.toContain(name.replace('@', ''))
  }
})

test('units and image run what the archive has, with each secret from a file', async () => {
  const unit = await readFile('deploy/systemd/lustra@.service', 'utf8')
  for (const [, name] of unit.matchAll(/^LoadCredentialEncrypted=(\w+):/gm))
    expect(unit).toContain(`${name}_FILE=%d/${name}`)
  const image = await readFile('deploy/container/Containerfile', 'utf8')
  for (const text of [unit, image])
    for (const [program] of text.matchAll(/server\/src\/[\w-]+\.ts/g))
      expect(existsSync(program)).toBe(true)
  expect(image).toMatch(/^USER 10001:10001$/m)
})

test('units and image start the server without flags of Node, as npm start does', async () => {
  const command = ['node', 'server/src/main.ts']
  expect(await readFile('deploy/systemd/lustra@.service', 'utf8')).toContain(command.join(' '))
  const image = await readFile('deploy/container/Containerfile', 'utf8')
  expect(image).toContain(command.join('", "'))
})
