import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'

/** What signs simulated webhooks: PAYMENTS_WEBHOOK_SECRET, or a secret in DATA_DIR. */
export async function webhookSecretOf({ payments, dataDir }: Config): Promise<string> {
  return payments.webhookSecret ?? keptWebhookSecret(dataDir)
}

/** Made the first time it is needed; of two processes at once, one's. */
async function keptWebhookSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'payments-webhook-secret')
  const kept = await read(file)
  if (kept) return kept
  await mkdir(dataDir, { recursive: true })
  // Whole or not there at all: written apart, then given its name, which fails where another process was first.
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `whsec_${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
  try {
    await link(draft, file).catch(ignore('EEXIST'))
  } finally {
    await rm(draft)
  }
  return (await read(file))!
}

async function read(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(ignore('ENOENT'))
  return text?.trim() || undefined
}

function ignore(code: string) {
  return (error: unknown): undefined => {
    if ((error as NodeJS.ErrnoException).code !== code) throw error
  }
}
