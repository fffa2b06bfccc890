import 'reflect-metadata'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const DAY_MS = 86_400_000

export type TestCertificate = { cert: string; key: string }

/** A certificate that nobody but its holder has signed, in PEM, for a host. */
export async function selfSigned(host: string): Promise<TestCertificate> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const cert = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${host}`,
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new SubjectAlternativeNameExtension([{ type: isIP(host) ? 'ip' : 'dns', value: host }]),
    ],
  })
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  const base64 = Buffer.from(pkcs8).toString('base64')
  return {
    cert: cert.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${base64}\n-----END PRIVATE KEY-----\n`,
  }
}

/** A self-signed certificate in files of a new folder. */
export async function certificateFiles(host: string) {
  const folder = await mkdtemp(join(tmpdir(), 'lustra-tls-'))
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
  const write = async ({ cert, key }: TestCertificate) => {
    await writeFile(files.certFile, cert)
    await writeFile(files.keyFile, key, { mode: 0o600 })
  }
  await write(await selfSigned(host))
  return { folder, ...files, write }
}
