import { createECDH } from 'node:crypto'
import type { Env } from '#server/settings/declarations.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'

/** The key pair by which push services know this server (RFC 8292), both in base64url. */
export type VapidKeys = { publicKey: string; privateKey: string }

/** Reads the two settings. They must be given together, and match. rule: push-devices */
export function readVapidKeys(env: Env): VapidKeys | undefined {
  const publicKey = env['VAPID_PUBLIC_KEY'] || undefined
  const privateKey = env['VAPID_PRIVATE_KEY'] || undefined
  if (publicKey === undefined && privateKey === undefined) return undefined
  if (publicKey && privateKey && publicKeyOf(privateKey) === publicKey) {
    return { publicKey, privateKey }
  }
  throw new StartupProblem(
    'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY have to be a pair (`npx web-push generate-vapid-keys`).',
  )
}

function publicKeyOf(privateKey: string): string | undefined {
  const curve = createECDH('prime256v1')
  try {
    curve.setPrivateKey(Buffer.from(privateKey, 'base64url'))
    return curve.getPublicKey('base64url')
  } catch {
    return undefined
  }
}
