import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import webPush from 'web-push'
import type { Config } from '#server/config.ts'

/** Who we are to the browsers' push services (RFC 8292), both in base64url. */
export type VapidKeys = { publicKey: string; privateKey: string }

/** The pair of the settings, or that of DATA_DIR, made at the first start; of two processes at once, one's. */
export async function vapidKeysOf({ vapidKeys, dataDir }: Config): Promise<VapidKeys> {
  if (vapidKeys) return vapidKeys
  const file = join(dataDir, 'vapid-keys.json')
  const kept = await read(file)
  if (kept) return kept
  await mkdir(dataDir, { recursive: true })
  // Whole or not there at all: written apart, then given its name, which fails where another process was first.
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${JSON.stringify(webPush.generateVAPIDKeys())}\n`, { mode: 0o600 })
  try {
    await link(draft, file).catch(ignore('EEXIST'))
  } finally {
    await rm(draft)
  }
  return (await read(file))!
}

async function read(file: string): Promise<VapidKeys | undefined> {
  const text = await readFile(file, 'utf8').catch(ignore('ENOENT'))
  return text ? (JSON.parse(text) as VapidKeys) : undefined
}

function ignore(code: string) {
  return (error: unknown): undefined => {
    if ((error as NodeJS.ErrnoException).code !== code) throw error
  }
}
