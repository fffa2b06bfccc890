// rule: encrypted-connections
import { utimes, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { request } from 'node:https'
import { connect } from 'node:tls'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Context } from '#server/context.ts'
import { startMetricsServer } from '#server/metrics/metrics-server.ts'
import { certificateFiles, selfSigned } from '#server/test/processes/certificates.ts'
import type { TestCertificate } from '#server/test/processes/certificates.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { renewCertificate } from './renew-certificate.ts'

let tls: Awaited<ReturnType<typeof certificateFiles>>
let server: TestServer
let address: string
let metrics: NonNullable<Awaited<ReturnType<typeof startMetricsServer>>>
const logged: unknown[] = []
beforeAll(async () => {
  tls = await certificateFiles('127.0.0.1')
  const files = { TLS_CERT_FILE: tls.certFile, TLS_KEY_FILE: tls.keyFile }
  server = await testServer({ ...files, METRICS_PORT: '0' })
  const log = { error: (error: unknown) => logged.push(error) } as unknown as Context['log']
  renewCertificate(server.app, { ...server.context, log }, 20)
  metrics = (await startMetricsServer(server.context, 20))!
  address = await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await metrics.close()
  await server.close()
  await rm(tls.folder, { recursive: true })
})

/** The certificate that the server shows at an address, in PEM without line breaks. */
async function shown(at = address): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  request(`${at}/healthz`, { agent: false, rejectUnauthorized: false }, (answer) => {
    resolve((answer.socket as TLSSocket).getPeerCertificate().raw.toString('base64'))
    answer.resume()
  })
    .on('error', reject)
    .end()
  return promise
}

const bodyOf = ({ cert }: TestCertificate) => cert.replaceAll(/-----.*-----|\s/g, '')

test('the server answers by https alone, and both its ports take a renewed certificate without a restart', async () => {
  expect(address).toMatch(/^https:/)
  await expect(fetch(address.replace('https:', 'http:'))).rejects.toThrow('fetch failed')
  const next = await selfSigned('127.0.0.1')
  expect(await shown()).not.toBe(bodyOf(next))
  await tls.write(next)
  await utimes(tls.certFile, 1, 1)
  for (const at of [address, `https://127.0.0.1:${metrics.port}`])
    await vi.waitFor(async () => expect(await shown(at)).toBe(bodyOf(next)), { timeout: 5000 })
})

test('a client that knows only old cipher suites gets no connection, and others do', async () => {
  const cipherOf = async (ciphers: string) => {
    const { port } = new URL(address)
    const options = { host: '127.0.0.1', port: Number(port), rejectUnauthorized: false, ciphers }
    const socket = connect({ ...options, maxVersion: 'TLSv1.2' })
    const cipher = await once(socket, 'secureConnect').then(
      () => socket.getCipher().name,
      () => 'refused',
    )
    socket.destroy()
    return cipher
  }
  for (const old of ['AES128-GCM-SHA256', 'ECDHE-ECDSA-AES128-SHA', 'ECDHE-RSA-AES256-SHA384'])
    expect([old, await cipherOf(`${old}:@SECLEVEL=0`)]).toEqual([old, 'refused'])
  expect(await cipherOf('DEFAULT')).toMatch(/^ECDHE-(ECDSA|RSA)-(AES|CHACHA)/)
})

test('a broken renewed certificate leaves the earlier one in use, and is in the log', async () => {
  const before = await shown()
  await writeFile(tls.certFile, 'broken')
  await vi.waitFor(() => expect(logged.length).toBeGreaterThan(0), { timeout: 5000 })
  expect(await shown()).toBe(before)
})
