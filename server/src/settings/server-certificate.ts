import { readFileSync, statSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { SecureContextOptions } from 'node:tls'
import type { Env } from './declarations.ts'
import { StartupProblem } from './startup-problem.ts'
import { isThisMachine } from './this-machine.ts'

/** The files of the certificate with which this server answers by https itself. */
export type CertificateFiles = { certFile: string; keyFile: string }

const NAMES = 'TLS_CERT_FILE and TLS_KEY_FILE'

/** Reads the two settings. They must be given together, and match. rule: encrypted-connections */
export function readCertificateFiles(env: Env): CertificateFiles | undefined {
  const certFile = env['TLS_CERT_FILE']
  const keyFile = env['TLS_KEY_FILE']
  if (!certFile && !keyFile) return undefined
  if (!certFile || !keyFile) throw new StartupProblem(`${NAMES} have to be set together.`)
  try {
    readCertificate({ certFile, keyFile })
  } catch {
    throw new StartupProblem(`${NAMES} have to name a certificate and its key, in PEM.`)
  }
  return { certFile, keyFile }
}

/**
 * In production plain http stays on this machine, unless somebody says by name that another layer encrypts it.
 * rule: encrypted-connections
 */
export function requireHttps(env: Env, host: string): void {
  if (isThisMachine(host) || env['TLS_CERT_FILE'] || env['ALLOW_PLAIN_HTTP'] === 'yes') return
  throw new StartupProblem(
    `HOST has to be 127.0.0.1 in production without ${NAMES}; ALLOW_PLAIN_HTTP=yes says that another layer encrypts.`,
  )
}

/** Mozilla's intermediate list, without the suites of finite-field Diffie-Hellman. rule: encrypted-connections */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':')

/** The certificate and key as they are on disk now. Throws when they cannot be read or do not match. */
export function readCertificate({ certFile, keyFile }: CertificateFiles): SecureContextOptions {
  const certificate: SecureContextOptions = {
    cert: readFileSync(certFile),
    key: readFileSync(keyFile),
    minVersion: 'TLSv1.2',
    ciphers: CIPHERS,
  }
  createSecureContext(certificate)
  return certificate
}

/** Changes when one of the files changes. */
export function certificateVersion({ certFile, keyFile }: CertificateFiles): string {
  return [certFile, keyFile].map((file) => statSync(file).mtimeMs).join(' ')
}
