// rule: server-certificate
import { utimes, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Context } from '#server/context.ts'
import { certificateFiles, selfSigned } from '#server/test/certificates.ts'
import type { TestCertificate } from '#server/test/certificates.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { renewCertificate } from './renew-certificate.ts'

let tls: Awaited<ReturnType<typeof certificateFiles>>
let server: TestServer
let address: string
const logged: unknown[] = []
beforeAll(async () => {
  tls = await certificateFiles('127.0.0.1')
  server = await testServer({ TLS_CERT_FILE: tls.certFile, TLS_KEY_FILE: tls.keyFile })
  const log = { error: (error: unknown) => logged.push(error) } as unknown as Context['log']
  renewCertificate(server.app, { ...server.context, log }, 20)
  address = await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await server.close()
  await rm(tls.folder, { recursive: true })
})

/** The certificate that the server shows, in PEM without line breaks. */
async function shown(): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  request(`${address}/healthz`, { agent: false, rejectUnauthorized: false }, (answer) => {
    resolve((answer.socket as TLSSocket).getPeerCertificate().raw.toString('base64'))
    answer.resume()
  })
    .on('error', reject)
    .end()
  return promise
}

const bodyOf = ({ cert }: TestCertificate) => cert.replaceAll(/-----.*-----|\s/g, '')

test('the server answers by https alone, and takes a renewed certificate without a restart', async () => {
  expect(address).toMatch(/^https:/)
  await expect(fetch(address.replace('https:', 'http:'))).rejects.toThrow('fetch failed')
  const next = await selfSigned('127.0.0.1')
  expect(await shown()).not.toBe(bodyOf(next))
  await tls.write(next)
  await utimes(tls.certFile, 1, 1)
  await vi.waitFor(async () => expect(await shown()).toBe(bodyOf(next)), { timeout: 5000 })
})

test('a broken renewed certificate leaves the earlier one in use, and is in the log', async () => {
  const before = await shown()
  await writeFile(tls.certFile, 'broken')
  await vi.waitFor(() => expect(logged.length).toBeGreaterThan(0), { timeout: 5000 })
  expect(await shown()).toBe(before)
})
