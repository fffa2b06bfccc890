import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { App } from './http/app.ts'
import type { Context } from './context.ts'

const SEEN_EACH_MS = 60 * 60_000
const NAME = /^(operator\/)?assets\/[\w.-]{1,100}$/
/** A statement stores no more files than this. */
const BATCH_SIZE = 25

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
}

type Services = Pick<Context, 'db' | 'clock' | 'log' | 'verificationKeys'>
type WebFile = { name: string; content: Buffer; is_brotli: boolean }
/** A folder of the build whose names contain a hash, and its address. */
type Folder = { address: 'assets' | 'operator/assets'; folder: string }

const decompress = promisify(brotliDecompress)

export function webFileType(name: string): string {
  return TYPES[extname(name)] ?? 'application/octet-stream'
}

/**
 * Stores the files of this build before its first page is served, and says each hour that it is still served. So each
 * process answers for the files of every build that was served within a day. rule: earlier-files
 */
export async function keepWebFiles(
  app: App,
  context: Services,
  folders: readonly Folder[],
): Promise<void> {
  const files = (await Promise.all(folders.map(readFiles))).flat()
  const names = files.map(({ name }) => name)
  try {
    const known = await markSeen(context, names)
    const missing = files
      .map((file) => ({ ...file, signature: sign(context, file) }))
      .filter(({ name, signature }) => !known.get(name)?.equals(signature))
    for (let from = 0; from < missing.length; from += BATCH_SIZE)
      await store(context, missing.slice(from, from + BATCH_SIZE))
  } catch (error) {
    context.log.warn({ err: error }, 'the files of this build are not kept for open pages')
  }
  const timer = setInterval(() => void markSeen(context, names).catch(() => {}), SEEN_EACH_MS)
  timer.unref()
  app.addHook('onClose', () => clearInterval(timer))
}

/**
 * Answers with a file of another build that was served within a day. Returns whether there is one: whoever awaits a
 * reply waits until it is sent and gets undefined. rule: earlier-files
 */
export async function sendEarlierFile(
  context: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  cacheControl: string,
): Promise<boolean> {
  const name = request.url.split('?')[0]!.slice(1)
  if (!NAME.test(name)) return false
  const file = await context.db
    .selectFrom('web_files')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst()
  if (!file || !timingSafeEqual(file.signature, sign(context, file))) return false
  const isCompressed = file.is_brotli && /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
  const bytes = file.is_brotli && !isCompressed ? await decompress(file.content) : file.content
  void reply
    .headers({
      'cache-control': cacheControl,
      vary: 'accept-encoding',
      ...(isCompressed ? { 'content-encoding': 'br' } : {}),
    })
    .type(webFileType(name))
    .send(bytes)
  return true
}

async function readFiles({ address, folder }: Folder): Promise<WebFile[]> {
  const all = await readdir(folder)
  const names = all.filter((name) => !/\.(br|gz)$/.test(name) && NAME.test(`${address}/${name}`))
  return Promise.all(
    names.map(async (name) => {
      const is_brotli = all.includes(`${name}.br`)
      const content = await readFile(join(folder, is_brotli ? `${name}.br` : name))
      return { name: `${address}/${name}`, content, is_brotli }
    }),
  )
}

/** Returns the signatures of those that are stored. */
async function markSeen({ db, clock }: Services, names: readonly string[]) {
  const stored = await db
    .updateTable('web_files')
    .set({ seen_at: clock.now() })
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .returning(['name', 'signature'])
    .execute()
  return new Map(stored.map(({ name, signature }) => [name, signature]))
}

async function store(
  { db, clock }: Services,
  files: readonly (WebFile & { signature: Buffer })[],
): Promise<void> {
  const seen_at = clock.now()
  await db
    .insertInto('web_files')
    .values(files.map((file) => ({ ...file, seen_at })))
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ ref }) => ({
        content: ref('excluded.content'),
        is_brotli: ref('excluded.is_brotli'),
        signature: ref('excluded.signature'),
        seen_at,
      })),
    )
    .execute()
}

function sign({ verificationKeys }: Services, { name, content, is_brotli }: WebFile): Buffer {
  return createHmac('sha256', verificationKeys.hash)
    .update(`web file ${name} ${is_brotli} `)
    .update(content)
    .digest()
}
